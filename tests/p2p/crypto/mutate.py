"""Leave out one thing at a time, and see that some test goes red: `python -m tests.p2p.crypto.mutate [WORD...]`.

Run by hand; it takes some minutes. Each mutation is made in a copy of the repository and changes prover and verifier
alike: an input of a challenge, of a commitment or of a secret number is left out, or a check is. The first test that
fails is named; a mutation that every test survives is reported, and the exit status is then 1. With words, only the
mutations whose name has one of them.
"""
# ruff: noqa: E501 - what is replaced, and by what, reads best on one line

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Mutation:
    """A change of source text."""

    name: str
    file: str
    old: str
    new: str


def left_out(file: str, **parts: tuple[str, str]) -> Iterable[Mutation]:
    for name, (old, new) in parts.items():
        yield Mutation(f"{file}: {name}", f"p2p/crypto/{file}.py", old, new)


ESCROW_INFO = 'pack("patte/1 escrow", place.round_id, place.seat, to, R.encoding, S.encoding)'
TAG = 'pack("patte/1 " + purpose, self.round_id, self.seat, *rest)'
COMMIT_ROUND = 'pack("patte/1 round", table_id, contract_hash, round_number)'

MUTATIONS: list[Mutation] = [
    *left_out(
        "fiat_shamir",
        session_in_the_sponge=('session.ljust(RATE_BYTES, b"\\0")', "bytes(RATE_BYTES)"),
        padding_of_the_session=('session.ljust(RATE_BYTES, b"\\0")', "session"),
        tag_in_the_session=('b"\\0") + tag)', 'b"\\0"))'),
        label_of_the_session=('_DERIVE.ljust(RATE_BYTES, b"\\0") + tag', "bytes(RATE_BYTES) + tag"),
        purpose_in_the_tag=(TAG, TAG.replace('"patte/1 " + purpose, ', '"patte/1 ", ')),
        round_in_the_tag=(TAG, TAG.replace("self.round_id, ", "")),
        seat_in_the_tag=(TAG, TAG.replace("self.seat, ", "")),
        rest_in_the_tag=(TAG, TAG.replace(", *rest", "")),
        a_new_absorb_restarts=("            self._squeezed = 0\n", ""),
    ),
    *left_out(
        "sigma",
        statement_in_the_challenge=(".absorb(serialized)", ""),
        commitments_in_the_challenge=("        sponge.absorb(group.encode_element(commitment))", "        continue"),
        number_of_equations=("parts = [_le32(len(self._equations))]", "parts = [b'']"),
        number_of_image_terms=("            parts.append(_le32(len(image)))\n", ""),
        number_of_terms=("            parts.append(_le32(len(terms)))\n", ""),
        image_element=(
            "parts += (_le32(element), one_encoded if coefficient is one else scalar(coefficient))",
            "parts += (one_encoded if coefficient is one else scalar(coefficient),)",
        ),
        image_coefficient=(
            "parts += (_le32(element), one_encoded if coefficient is one else scalar(coefficient))",
            "parts += (_le32(element),)",
        ),
        term_scalar=("parts += (_le32(variable), _le32(element), ", "parts += (_le32(element), "),
        term_element=("parts += (_le32(variable), _le32(element), ", "parts += (_le32(variable), "),
        term_coefficient=(
            "_le32(variable), _le32(element), one_encoded if coefficient is one else scalar(coefficient))",
            "_le32(variable), _le32(element))",
        ),
        elements=("for element in self._elements[1:]]", "for element in self._elements[:0]]"),
        first_element=("self._elements[1:]]", "self._elements[2:]]"),
        last_element=("self._elements[1:]]", "self._elements[1:-1]]"),
        check_of_the_challenge=("if challenge != _challenge(", "if challenge is None and challenge != _challenge("),
        check_of_the_length=("if len(proof) != relation.proof_size_bytes:", "if len(proof) < relation.proof_size_bytes:"),
        check_of_elements=("if any(self.group.is_identity(element) for", "if False and any(self.group.is_identity(e) for e in () for"),
        check_of_images=("if any(self.group.is_identity(image) for image in images)", "if False"),
        check_of_commitments=("if any(group.is_identity(commitment) for commitment in commitments)", "if False"),
        check_of_the_witness=("if relation.images() != right_sides:", "if relation.images() is None:"),
        relation_in_the_nonces=("digest = hashlib.sha256(serialized).digest()", "digest = bytes(32)"),
    ),
    *left_out(
        "ristretto",
        top_bit=("if data[31] & 0x80 or not", "if not"),
        validity=(" or not _sodium.crypto_core_ristretto255_is_valid_point(data)", ""),
        identity=("        if data == _ZERO:", "        if data is None:"),
        range_of_scalars=("if not 0 <= self.value < L:", "if not 0 <= self.value < 2 * L:"),
        negative_scalars=("if not 0 <= self.value < L:", "if not self.value < L:"),
        return_code_of_addition=("ristretto255_add(out, p, q):\n        _checked(-1)", "ristretto255_add(out, p, q):\n        pass"),
        return_code_of_subtraction=("ristretto255_sub(out, p, q):\n        _checked(-1)", "ristretto255_sub(out, p, q):\n        pass"),
        return_code_of_multiplication=("    if code:\n        _checked(-1)", "    if code:\n        pass"),
        length_of_lists=("    if len(data) != count * ELEMENT_BYTES:", "    if len(data) % ELEMENT_BYTES:"),
    ),
    *left_out(
        "hedge",
        secret=("self.secret + self.entropy(FRESH_BYTES)", "self.entropy(FRESH_BYTES)"),
        fresh_bytes=("self.secret + self.entropy(FRESH_BYTES)", "self.secret"),
        tag=("salt=session_id(tag)", 'salt=b""'),
        what=("pack(what, index, depends_on)", "pack(index, depends_on)"),
        index=("pack(what, index, depends_on)", "pack(what, depends_on)"),
        depends_on=("pack(what, index, depends_on)", "pack(what, index)"),
    ),
    *left_out(
        "shuffle",
        key_in_u=(".absorb(Y.encoding)", ""),
        decks_in_u=(".absorb(decks)", ""),
        deck_before_in_u=(".absorb(decks)", ".absorb(decks[len(decks) // 2 :])"),
        deck_after_in_u=(".absorb(decks)", ".absorb(decks[: len(decks) // 2])"),
        C_in_u=(".absorb(encode_elements(C))", ""),
        purpose_of_u=('place.tag("shuffle coefficients")', 'place.tag("shuffle")'),
        decks_in_t=('_secret_scalars(hedge, tag, "t", len(before), decks)', '_secret_scalars(hedge, tag, "t", len(before), b"")'),
        C_in_d=('"d", len(before), decks + encode_elements(C))', '"d", len(before), decks)'),
        decks_in_d=('"d", len(before), decks + encode_elements(C))', '"d", len(before), encode_elements(C))'),
        check_of_lengths=("    if not len(before) == len(after) == len(proof.C) == len(proof.D):", "    if not len(before):"),
        check_of_the_permutation=("if sorted(permutation) != list(range(len(before))):", "if not permutation:"),
        sum_equation=("    relation.equate([*C_, *(-H_k for H_k in H)], [rc * G])\n", ""),
        product_equation=("    relation.equate([D_[-1], -(product.value * h)], [rd * G])\n", ""),
        matrix_equation=("    relation.equate(uC, ", "    (uC, "),
        first_half_equation=("    relation.equate(uA, ", "    (uA, "),
        second_half_equation=("    relation.equate(uB, ", "    (uB, "),
        chain_equations=("        relation.equate([D_[k]], [d[k] * G, v[k] * previous])", "        continue"),
    ),
    *left_out(
        "hand",
        stage=('place.tag("shares", stage)', 'place.tag("shares")'),
        positions=('place.tag("open", tuple(positions))', 'place.tag("open")'),
        ascending=(" or list(positions) != sorted(set(positions))", ""),
        number_of_positions=("len(positions) != len(masked) or ", ""),
        number_of_shares=("if len(shares.D) != len(masked):", "if len(shares.D) > len(masked):"),
        key_equation=("    relation.equate([relation.element(Y)], [x * relation.G])\n", ""),
        card_read=("    if card is None:", "    if card == '':"),
    ),
    *left_out(
        "holds_none",
        positions=("statement.positions, statement.cards)", "statement.cards)"),
        cards=("statement.positions, statement.cards)", "statement.positions)"),
        check_apart=("    _check_apart(proof.U, proof.V)\n", ""),
        prover_checks_apart=("    _check_apart(U, V)\n", ""),
        number_of_v=("len(proof.V) != len(statement.cards) or ", ""),
        number_of_u=(" or len(proof.U) != len(statement.positions)", ""),
        ciphertexts_in_rho=("hashlib.sha256(encode_deck(statement.masked)).digest()", "bytes(32)"),
        equation_of_rho=("    relation.equate([W_], [rho * Y_])\n", ""),
        equation_of_alpha=("    relation.equate([W_], [alpha * relation.G])\n", ""),
        equations_of_v=("        relation.equate([relation.element(V_k)], [rho * M])", "        relation.element(V_k)"),
        equations_of_u=("        relation.equate([relation.element(U_k)], [rho * E, -(alpha * A)])", "        relation.element(U_k)"),
        some_position=("if not self.positions or ", "if "),
        some_card=("if not self.cards or ", "if "),
    ),
    *left_out(
        "escrow",
        round_in_info=(ESCROW_INFO, ESCROW_INFO.replace("place.round_id, ", "")),
        maker_in_info=(ESCROW_INFO, ESCROW_INFO.replace("place.seat, ", "")),
        receiver_in_info=(ESCROW_INFO, ESCROW_INFO.replace("to, ", "")),
        R_in_info=(ESCROW_INFO, ESCROW_INFO.replace("R.encoding, ", "")),
        S_in_info=(ESCROW_INFO, ESCROW_INFO.replace(", S.encoding", "")),
        salt_of_the_box=("salt=place.round_id, info=info", 'salt=b"", info=info'),
        info_of_the_box=("salt=place.round_id, info=info", 'salt=place.round_id, info=b""'),
        K_in_the_box=('hkdf("sha256", K.encoding', 'hkdf("sha256", bytes(32)'),
        maker_in_the_complaint=('place.tag("complaint", maker)', 'place.tag("complaint")'),
        keys_in_the_parts=("hashlib.sha256(encode_elements(keys)).digest()", "bytes(32)"),
        number_of_rows=("    if len(escrow.rows) != len(recipients(seats, place.seat)):", "    if seats == 0:"),
        sum_of_parts=("    if element_sum(row.S for row in escrow.rows) != Y:", "    if Y is None:"),
        part_fits_s=("    verify_part(row, part)\n    return part", "    return part"),
        equation_of_s=("        relation.equate([relation.element(row.S)], [part * relation.G])", "        relation.element(row.S)"),
        equation_of_r=("        relation.equate([relation.element(row.R)], [r * relation.G])", "        relation.element(row.R)"),
        key_of_the_prover=("    if x * G != keys[place.seat]:", "    if x is None:"),
    ),
    *left_out(
        "round_secret",
        table_in_the_round=(COMMIT_ROUND, COMMIT_ROUND.replace("table_id, ", "")),
        contract_in_the_round=(COMMIT_ROUND, COMMIT_ROUND.replace("contract_hash, ", "")),
        number_in_the_round=(COMMIT_ROUND, COMMIT_ROUND.replace(", round_number", "")),
        secret_in_the_commitment=('place.tag("commit", secret)', 'place.tag("commit")'),
        salt_of_the_key=('secret, salt=round_id, info=b"key"', 'secret, salt=b"", info=b"key"'),
        salt_of_the_remasking=('secret, salt=round_id, info=b"remask"', 'secret, salt=b"", info=b"remask"'),
        salt_of_the_permutation=('secret, salt=round_id, info=b"permutation"', 'secret, salt=b"", info=b"permutation"'),
        seed_of_the_secret=("key = seed + entropy(FRESH_BYTES)", "key = entropy(FRESH_BYTES)"),
        entropy_of_the_secret=("key = seed + entropy(FRESH_BYTES)", "key = seed"),
        round_of_the_secret=('key, salt=round_id, info=b"round secret"', 'key, salt=b"", info=b"round secret"'),
        last_swap=("chunk % (k + 1)", "chunk % k"),
        first_swap=("range(len(entries) - 1, 0, -1)", "range(len(entries) - 1, 1, -1)"),
        naive_swap=("chunk % (k + 1)", "chunk % len(entries)"),
        size_of_the_secret=("    if len(secret) != SECRET_BYTES:", "    if len(secret) > SECRET_BYTES:"),
    ),
    *left_out(
        "coin",
        contract_in_the_commitment=('"patte/1 coin", contract_hash, seat, toss', '"patte/1 coin", seat, toss'),
        seat_in_the_commitment=('"patte/1 coin", contract_hash, seat, toss', '"patte/1 coin", contract_hash, toss'),
        toss_in_the_commitment=('"patte/1 coin", contract_hash, seat, toss', '"patte/1 coin", contract_hash, seat'),
        contract_in_the_coin=('"patte/1 coin result", contract_hash, *tosses', '"patte/1 coin result", *tosses'),
        tosses_in_the_coin=('"patte/1 coin result", contract_hash, *tosses', '"patte/1 coin result", contract_hash'),
        contract_in_the_digits=('"patte/1 digits", self.contract_hash, self.value', '"patte/1 digits", self.value'),
        coin_in_the_digits=('"patte/1 digits", self.contract_hash, self.value', '"patte/1 digits", self.contract_hash'),
        contract_in_the_seats=('self.value, salt=self.contract_hash, info=b"seats"', 'self.value, salt=b"", info=b"seats"'),
    ),
    *left_out(
        "keys",
        equal_keys=("    if len(set(keys)) != len(keys):", "    if not keys:"),
        identity=("    if Y.is_identity:", "    if Y is None:"),
        seen=("    if Y in seen:", "    if seen is None:"),
    ),
    *left_out(
        "reveal",
        commitment=("    if commitment != published.commitment:", "    if commitment is None:"),
        key=("    if x * G != published.Y:", "    if x is None:"),
        deck=("    if shuffle(before, Y, derived.permutation, derived.remask) != published.deck:", "    if before is None:"),
        shares=(" != shares.D:\n", " is None:\n"),
        all_cards=("    if sorted(faces) != sorted(CARDS):", "    if faces is None:"),
        claims=("        if held:", "        if held is None:"),
    ),
]  # fmt: skip


def first_red_test(mutation: Mutation, copy: Path) -> str | None:
    """Return the first test that fails with the mutation, or None if all pass."""
    path = copy / mutation.file
    source = path.read_text()
    if source.count(mutation.old) < 1 or mutation.old == mutation.new:
        raise SystemExit(f"{mutation.name}: its text is not in {mutation.file}")
    path.write_text(source.replace(mutation.old, mutation.new))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", "--no-header", "--tb=no"]
    command += ["-k", "not checker_notices and not 100_000 and not both_libraries", "tests/p2p/crypto", "tests/vectors"]
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    finally:
        path.write_text(source)
    if done.returncode == 0:
        return None
    red = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return red[0] if red else "the tests do not even start"


def main(words: Sequence[str]) -> int:
    """Run the mutations; return the exit status."""
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "main"
        for name in ("p2p", "tests", "engine", "cli"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        if (ROOT.parent / "shared").is_dir():
            (Path(folder) / "shared").symlink_to(ROOT.parent / "shared")
        chosen = [m for m in MUTATIONS if not words or any(word in m.name for word in words)]
        for mutation in chosen:
            red = first_red_test(mutation, copy)
            print(f"{mutation.name:45} {red or 'SURVIVES'}", flush=True)
            if red is None:
                survivors.append(mutation.name)
    print(f"{len(chosen)} mutations, {len(survivors)} survive: {survivors}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
