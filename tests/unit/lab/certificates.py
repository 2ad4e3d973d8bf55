"""Certificates for a cluster that lives as long as a test: an authority, and what it has signed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any


def write_certificates(folder: Path) -> Path:
    """A folder with `ca.pem`, `cert.pem` and `key.pem`, for every process of the cluster."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

    folder.mkdir()
    authority, own = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    ca = _signed("authority", "authority", authority, authority)
    usage = x509.SubjectAlternativeName([x509.DNSName("localhost")])
    _write(folder / "ca.pem", ca)
    _write(folder / "cert.pem", _signed("player", "authority", own, authority, usage))
    _write_key(folder / "key.pem", own)
    return folder


def _signed(name: str, by: str, key: Any, signer: Any, *more: Any) -> Any:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.x509.oid import NameOID

    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, by)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.BasicConstraints(ca=not more, path_length=None), critical=True)
    )
    for each in more:
        made = made.add_extension(each, critical=False)
    return made.sign(signer, hashes.SHA256())


def _write(path: Path, certificate: Any) -> None:
    from cryptography.hazmat.primitives.serialization import Encoding

    path.write_bytes(certificate.public_bytes(Encoding.PEM))


def _write_key(path: Path, key: Any) -> None:
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
