"""`riverrun verify`: check offline that the cards of an exported hand are those committed to (R11.4)."""

import sys
from typing import BinaryIO

import click
import msgspec

from riverrun.holdem.hand_proof import HandProof
from riverrun.holdem.hand_verdict import (
    HandProven,
    HandRefuted,
    NotAHandProof,
    PlacedCard,
    Verdict,
    check_hand_proof,
)
from riverrun.holdem.told_cut import told_nonces

VERIFIED, REFUTED, UNREADABLE = 0, 1, 2


@click.command()
@click.argument("hand", type=click.File("rb"), metavar="HAND.json")
@click.option(
    "--commitment", metavar="HEX", help="What your client was told before the deal; must be the file's."
)
@click.option("--nonce", metavar="HEX", help="What your client told for the cut; must be part of it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def verify(hand: BinaryIO, commitment: str | None, nonce: str | None, as_json: bool) -> None:
    """Check the cards of an exported hand, and the players' cut, against what was committed to, offline.

    Exit code 0: every card shown is proven; 1: one is not, and is named; 2: the file is no hand's proof.
    """
    try:
        verdict = check_hand_proof(msgspec.json.decode(hand.read()))
    except (NotAHandProof, msgspec.DecodeError, RecursionError) as error:
        click.echo(f"This is not an exported hand: {_printable(str(error))}", err=True)
        sys.exit(UNREADABLE)
    told = AsTold(verdict.proof, commitment, nonce)
    if as_json:
        click.echo(msgspec.json.encode(_summary(verdict, told)))
    else:
        _tell(verdict, told)
    sys.exit(VERIFIED if told.all and isinstance(verdict, HandProven) else REFUTED)


class AsTold:
    """Whether the file says what the player knows from his client."""

    def __init__(self, proof: HandProof, commitment: str | None, nonce: str | None) -> None:
        nonces = {one.hex() for one in told_nonces(proof).values()}
        self.commitment = commitment is None or commitment.strip().lower() == proof.commitment
        self.nonce = nonce is None or nonce.strip().lower() in nonces
        self.all = self.commitment and self.nonce


def _tell(verdict: Verdict, told: AsTold) -> None:
    proof = verdict.proof
    click.echo(f"Table {proof.table}, hand {proof.hand}, button at seat {proof.button}")
    click.echo(f"Commitment {proof.commitment}")
    click.echo()
    if isinstance(verdict, HandRefuted):
        _tell_refuted(verdict)
    else:
        for card in verdict.cards:
            click.echo(f"  {_line(card)}")
        click.echo()
    if not told.commitment:
        click.secho("NOT VERIFIED: the commitment is not the one you were told before the deal.", fg="red")
    elif not told.nonce:
        click.secho("NOT VERIFIED: your part in the cut is not in it.", fg="red")
    elif isinstance(verdict, HandProven):
        _tell_proven(verdict)


def _tell_refuted(verdict: HandRefuted) -> None:
    click.secho(f"NOT VERIFIED: {verdict.flaw}", fg="red")
    if verdict.card is not None:
        click.echo(f"  {_line(verdict.card)}")
    click.echo(f"  {_printable(verdict.says)}")


def _tell_proven(verdict: HandProven) -> None:
    shown = len(verdict.cards)
    click.secho(f"VERIFIED: all {shown} cards stood at these places of the deck committed to.", fg="green")
    click.echo(f"The other {52 - shown} cards stay secret. The deck was not changed after the commitment.")
    cut, missing = _cutters(verdict.proof)
    if cut:
        click.echo(f"It was cut by {_seats(cut)}: where one of them drew by chance, its order is chance.")
    else:
        click.echo("That it was shuffled fairly before is not shown by this (see docs/fairness.md).")
    if missing:
        click.echo(f"Left out, for not telling in time: {_seats(missing)}.")


def _cutters(proof: HandProof) -> tuple[list[int], list[int]]:
    """The seats that cut the deck, and those that were to and did not tell their nonce."""
    told = told_nonces(proof)
    return sorted(told), sorted(one.seat for one in proof.cut if one.seat not in told)


def _seats(numbers: list[int]) -> str:
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def _line(card: PlacedCard) -> str:
    return f"place {card.position:2}  {card.card}  {_printable(card.where)}"


def _summary(verdict: Verdict, told: AsTold) -> dict[str, object]:
    proof: HandProof = verdict.proof
    summary: dict[str, object] = {
        "table": proof.table,
        "hand": proof.hand,
        "commitment": proof.commitment,
        "verified": isinstance(verdict, HandProven) and told.all,
        "commitment_as_told": told.commitment,
    }
    if proof.cut:
        cut, missing = _cutters(proof)
        summary["cut"] = {"seats": cut, "missing": missing, "nonce_as_told": told.nonce}
    if isinstance(verdict, HandProven):
        return summary | {"cards": [card._asdict() for card in verdict.cards]}
    card = verdict.card._asdict() if verdict.card else None
    return summary | {"flaw": str(verdict.flaw), "card": card, "says": verdict.says}


def _printable(text: str) -> str:
    """A player's name must not steer the reader's terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
