"""One case at a time: its type says who plays it."""

from collections.abc import Callable
from typing import Any

import msgspec

from console.cases.case_files import StoredCase
from console.cases.case_shapes import EvalCase, HandCase, PotsCase, RunsPolicyCase, SplitCase, TableCase
from console.cases.eval_case import rank_hands
from console.cases.hand_case import play_hand
from console.cases.insurance_case import insure_both_streets, insure_street
from console.cases.insurance_shapes import InsuranceCase, OddsTableCase, PolicyCase, SequenceCase
from console.cases.insurance_terms_case import allow_sales, read_table, work_out_odds
from console.cases.pots_case import build_pots, split_pots
from console.cases.runs_case import agree_on_runs, run_from_deck
from console.cases.table_case import play_table
from console.cases.verdict import Difference, Skipped, Verdict

_PLAYED: dict[str, tuple[type[Any], Callable[[Any], list[Difference]]]] = {
    "hand": (HandCase, play_hand),
    "eval": (EvalCase, rank_hands),
    "pots": (PotsCase, build_pots),
    "split": (SplitCase, split_pots),
    "rit_policy": (RunsPolicyCase, agree_on_runs),
    "rit_deck": (dict[str, Any], run_from_deck),
    "table": (TableCase, play_table),
    "insurance": (InsuranceCase, insure_street),
    "insurance_sequence": (SequenceCase, insure_both_streets),
    "insurance_policy": (PolicyCase, allow_sales),
    "odds_table": (OddsTableCase, read_table),
    "odds_formula": (dict[str, Any], work_out_odds),
}


def play(case: StoredCase) -> Verdict:
    """Play one case. A crash is a failing case, never the end of the run."""
    header = case.header
    verdict = Verdict(header.id, header.type, header.kind, case.file, "passed")
    try:
        differences = _differences(case)
    except Skipped as skipped:
        return msgspec.structs.replace(verdict, result="skipped", reason=str(skipped))
    except Exception as error:  # noqa: BLE001 - whatever a case breaks is that case's result
        differences = [Difference("the case", "played", f"{type(error).__name__}: {error}")]
    if differences:
        return msgspec.structs.replace(verdict, result="failed", differences=differences)
    return verdict


def _differences(case: StoredCase) -> list[Difference]:
    if case.header.type not in _PLAYED:
        return [Difference("type", sorted(_PLAYED), case.header.type)]
    shape, played_by = _PLAYED[case.header.type]
    return played_by(msgspec.json.decode(case.data, type=shape))
