/// Keys and signatures that the `openssl` command made, to be read and computed anew by other code. They protect nothing.
enum KeySamples {
  /// What was signed.
  static let message = "a message"

  /// `openssl genpkey -algorithm RSA`
  static let rsaPrivate = """
    -----BEGIN PRIVATE KEY-----
    MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDYg2WB4mJZFip4
    yLDwzNy+7keLK3+eoJ9r/RIkdujEvUXQCXcIeWdw5laXn8BwH7Zpa/wEG6FKHely
    HtkfsmrB2KdG6y16wAtLF31fNIyzmPrf1jYxCr6w4PoJa0EcKpYwIpoC4JWqP1sN
    Cywa0kithI3Rhy83A+p70K7/zng9YZ9wSdT0JWOcknMkoAt7wcsBRQPgGhSWvnNk
    5/LcvD56eDppSpFj1gDvChBhT5Wbn8Mr1Hfyu/0TdU1BtiT7BtBFWBWZJ+qyYaSQ
    k4tOuUidOYK3jOf2oeAr9+ymaoY0iGW6W46dNnS/ZeebGcnaVt2Y6xxzxpC5fQWT
    Sn391RCrAgMBAAECggEADTX7QsZsR3ugQiLGFR39ltLVimAwQcloNipzacaC+Rou
    wSe1W87Yk8giNCSQapGsy4LwwNQUw9UjvOMKpDH6l0hfxeaCAxGRFCxjPyS8NGsw
    XOm7qxi46PRZSADY213yhbkJb6/XbKi//AGYrSxJOKPevrsCaQIeqR5jHIMIeCo4
    2WFGp4lDxOBxIAe3GZcWV115yXxTTrPyTzGXgUNsoPTikZ1ij8Zy6He//ulNy2dd
    ks3QzLfqXwdMlVTYoLqbYCVMW6dA0JqrN1dQfwx/rIUSoUkYl3YO+UfBpbarFhLj
    iLGCIXBU4FFkI2b2nQnUnb5tE/AjFrWqUmAGqcuQ8QKBgQDr8bcxKNIig+4xzltp
    wKMn+uydn652zd0RGFlq/+4nmTrEAM2HP15w050RflHwdVIs3Ksu6nvJF1cQr7Nq
    wXzz0cHdMOVA4Bvu7bQ7dTX7bGvl0DRryqd3iL78/K+jNQGc48uxUzkc1GbL8STi
    74o/16sPEgyrX4m3kwH2txdCewKBgQDq6to14t4v8NyiW+wxOwcVE7ynUYRPDPKw
    iBRAxLTfd/iely6uHbOktIQsORDph5RyVJ7hhcRXsIMG3yWhgjzvnp4YKpJAU+aG
    dukuYydCq0bE8h5KDVthPjqYOeE/KKu3ZgD29AaQM79OOwQ2T5bv9fTJ1FPAnU2Z
    3FNCf+1rkQKBgFW4Ubf4fq+vguBxemCnbh9eWIzDsNzU2hYV5JatONcGIoWHTSRv
    713KY+wxGo/j7+EAoui+pA5g/m6/hs2oUj8629YCp6e0RDHABpT7dotLzr+FryXi
    UIlrEwhSvXTsExPu5tgbxkolGNvLVn1kTbP4JNuq0ROJ+DzLmhEKX9b1AoGAZYGB
    NFOJKjHrRARwNH2K++KBW9LvVrEDlJ/YEHxuozjVpsEwnG+dFggiLHGkCyRYUmaa
    GFySkElm9GsreXQrHGbvbQXIGB+otmVfMHoLltUnSSZNTDYlTAl1jB1GZOIQALkE
    pbCfvWN+wDDkCwus7pbaZPNoFQxjYZ5AI7XfQuECgYAekNiPt+O7Ps+VnWG/U61w
    ALXdGa4ZsZnmStTHTUiKKdfkntpxVOMR7qJcHKzZA7t2NbR82V7zudybyHAPZPJW
    4D98ufQMgdehfxtpFKOZ7l+RQ+6tKq/7ozv3fRFMqdxRZi1QdOabrd3/7fm/MAxF
    FBS+mPtKKM6j8rIMSmzjvg==
    -----END PRIVATE KEY-----

    """
  /// `openssl rsa -RSAPublicKey_out -outform DER`, in base 64
  static let rsaPublicDER = """
    MIIBCgKCAQEA2INlgeJiWRYqeMiw8Mzcvu5Hiyt/nqCfa/0SJHboxL1F0Al3CHlncOZWl5/AcB+2aWv8BBuhSh3p\
    ch7ZH7JqwdinRustesALSxd9XzSMs5j639Y2MQq+sOD6CWtBHCqWMCKaAuCVqj9bDQssGtJIrYSN0YcvNwPqe9Cu\
    /854PWGfcEnU9CVjnJJzJKALe8HLAUUD4BoUlr5zZOfy3Lw+eng6aUqRY9YA7woQYU+Vm5/DK9R38rv9E3VNQbYk\
    +wbQRVgVmSfqsmGkkJOLTrlInTmCt4zn9qHgK/fspmqGNIhluluOnTZ0v2XnmxnJ2lbdmOscc8aQuX0Fk0p9/dUQ\
    qwIDAQAB
    """
  /// `openssl pkey -pubout`
  static let rsaPublic = """
    -----BEGIN PUBLIC KEY-----
    MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2INlgeJiWRYqeMiw8Mzc
    vu5Hiyt/nqCfa/0SJHboxL1F0Al3CHlncOZWl5/AcB+2aWv8BBuhSh3pch7ZH7Jq
    wdinRustesALSxd9XzSMs5j639Y2MQq+sOD6CWtBHCqWMCKaAuCVqj9bDQssGtJI
    rYSN0YcvNwPqe9Cu/854PWGfcEnU9CVjnJJzJKALe8HLAUUD4BoUlr5zZOfy3Lw+
    eng6aUqRY9YA7woQYU+Vm5/DK9R38rv9E3VNQbYk+wbQRVgVmSfqsmGkkJOLTrlI
    nTmCt4zn9qHgK/fspmqGNIhluluOnTZ0v2XnmxnJ2lbdmOscc8aQuX0Fk0p9/dUQ
    qwIDAQAB
    -----END PUBLIC KEY-----

    """
  /// `openssl dgst -sha256 -sign`, in base 64
  static let rsaSignature = """
    y9ug6Udec5j8UUXr8sZmgX4aYjSFDpNxM2MZOCkhCYnup7lC3Bo+SIF4XlA7cT3Uz6whinja827kKN/a0mKLGc3+\
    A6ZYXhV+ksDASamyPhwj6Y+y+1CLNWGG07+gDR6qPKJKxCU1bQkTmiOAGvoMMAYzrzrAh0dIqZVxFP8XI5NfaDXm\
    q6Tu2WNzNILuIiNfBZKman+jauqww+n9Dcx4qx1KJeJSAxc4T0Z3e0KmOXjs4C+Dp1OrejsthMvPus409ZqzWWay\
    Z7btFVaOBlvwlA1B4kQD5SWRfSBbBtqph/bmXYn6IvPBEww11DeF5rOpk4Dyq4ko3Ymc4nGFNJx3WQ==
    """

  /// `openssl ecparam -name prime256v1 -genkey`
  static let p256Private = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgc5GYCfPbiTo641h6
    O6VJfJ5kXLF5lKOgd4Ikwc6dVluhRANCAATAF7995+pkiO80FHCGo44bLdLwSEFp
    OFU2eVyzazSDCdrkWWHFwLirb5B6hkZn3lyyjcs74uP/Z6wpMSWU4Poo
    -----END PRIVATE KEY-----

    """
  static let p256Public = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEwBe/fefqZIjvNBRwhqOOGy3S8EhB
    aThVNnlcs2s0gwna5FlhxcC4q2+QeoZGZ95cso3LO+Lj/2esKTEllOD6KA==
    -----END PUBLIC KEY-----

    """
  static let p256Signature = """
    MEUCIQCdhD7ybHbGUN4DntVUrqYujfbr9wwwp92HvadcwMp6lAIgfHznw+2ZQ3ssgVdoN1XeSxPtv8I7nsbW+J/2\
    b+xl8aE=
    """

  /// Encrypted with a password.
  static let encryptedPrivate = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAisXhrGVStDlgICCAAw
    DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEBFAZO1qpA8xc4a6KHqD/v4EgZDe
    ZK+YBGtIRW1CjySCi1dqn9Dk82gRe4wCoyDYSiz2WAp7Ag1ODVr6x3mzTVl0JlIZ
    ALUC5HtBTdB1WnY5pUBchQnwUD3ADc+mO5r8RG5aeWFG0Zhc3wFY7M2v7LybFmQ8
    dfhFUYM7MBafa8uMuw1N3clzowohpmX/jp/LUzOfMKlWJ8IrTkKQ7/ipCMOS4vA=
    -----END ENCRYPTED PRIVATE KEY-----

    """
  static let p384Public = """
    -----BEGIN PUBLIC KEY-----
    MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE01eK9dw3meDkQLMvIIx3vg45dc+Lfqxi
    0OnAT5QE4S7yOl5CBK6mL5vzwq1kI7hZ3PSeNycX5JFOE5WPdMI+wVTyFvb51tQf
    ZbUm+5LhL/69CU/grqD1JH2g8Uf5vf1x
    -----END PUBLIC KEY-----

    """
  /// RSA of 1024 bits.
  static let smallPublic = """
    -----BEGIN PUBLIC KEY-----
    MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDOxKAa1fkEVGELd8Ll0GSK03gl
    l+DXnROEKjo17De7zoXLE1oAyN2fp9uPiSHuWFydkolAJnhBh1wRd5FyQyexrhGY
    bx63Jek90xnsoYVjpvK9VgqlXZiH7ksAvWukyBYDODeP2TZxl3ktRe5hPe802plw
    bY1kOv6WkqW+kpT9zwIDAQAB
    -----END PUBLIC KEY-----

    """
}
