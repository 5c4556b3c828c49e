"""Which module provides which GTP command. The one place to add a line for new commands.

A module is imported when one of its commands is first called, so listing it here costs nothing.
`overlays` are pictures for GoGui's analyze window: `type/label/command`, where `%c` stands
for a colour and `%p` for a point that GoGui asks for.
"""

from __future__ import annotations

from gokan.gtp.registry import Provider

__all__ = ["PROVIDERS"]


def _provider(module: str, commands: str, *overlays: str, needs_analysis: bool = False) -> Provider:
    return Provider(module, tuple(commands.split()), overlays, needs_analysis)


PROVIDERS: tuple[Provider, ...] = (
    _provider(
        "gokan.gtp.commands.administration",
        """protocol_version name version known_command list_commands help quit echo echo_err
        cputime get_random_seed set_random_seed advance_random_seed""",
    ),
    _provider(
        "gokan.gtp.commands.board",
        """boardsize rectangular_boardsize query_boardsize clear_board komi get_komi
        fixed_handicap place_free_handicap set_free_handicap get_handicap play black white undo
        gg-undo trymove tryko popgo""",
    ),
    _provider(
        "gokan.gtp.commands.inspection",
        """list_stones color countlib findlib worm_stones is_legal gokan-why_illegal all_legal
        captures last_move move_history gokan-to_play showboard""",
        "plist/Legal moves/all_legal %c",
        "plist/Liberties of a block/findlib %p",
        "string/Why is a move illegal/gokan-why_illegal %c %p",
    ),
    _provider(
        "gokan.gtp.commands.moves",
        """genmove genmove_black genmove_white reg_genmove kgs-genmove_cleanup sabaki-genmovelog
        time_settings kgs-time_settings time_left""",
        "string/Suggest a move/reg_genmove %c",
        "hstring/Why the last move/sabaki-genmovelog",
    ),
    _provider(
        "gokan.gtp.commands.rules",
        "kgs-rules kata-get-rules kata-set-rules kata-set-rule",
    ),
    _provider("gokan.gtp.commands.records", "loadsgf printsgf"),
    _provider(
        "gokan.gtp.commands.ending",
        "final_score final_status final_status_list gokan-ownership gokan-playouts",
        "string/Final score (estimate)/final_score",
        "plist/Dead stones (estimate)/final_status_list dead",
        "dboard/Ownership in random games/gokan-ownership",
    ),
    _provider(
        "gokan.gtp.commands.life",
        "ladder_attack gokan-ladder",
        "var/Ladder/gokan-ladder %p",
    ),
    _provider(
        "gokan.gtp.commands.sight",
        "gokan-influence gokan-segments gokan-template_weights gokan-sums gokan-reasons "
        "all_move_values",
        "dboard/Influence (Zobrist)/gokan-influence",
        "sboard/Segments (Zobrist)/gokan-segments",
        "sboard/Weights of templates (Zobrist)/gokan-template_weights %c",
        "hstring/Reasons for a move (Zobrist)/gokan-reasons %p",
    ),
    _provider(
        "gokan.gtp.commands.explain",
        "move_reasons explain",
        "hstring/Why a move/explain %p",
        "hstring/Every claim about a move/move_reasons %p",
    ),
    _provider(
        "gokan.gtp.commands.owl",
        "owl_attack owl_defend owl_does_attack owl_does_defend dragon_status",
        "string/Status of a group/dragon_status %p",
    ),
    _provider(
        "gokan.gtp.commands.gogui",
        """gogui-analyze_commands gogui-interrupt gogui-play_sequence gogui-setup
        gogui-setup_player gogui-title gogui-rules_game_id gogui-rules_board
        gogui-rules_legal_moves gogui-rules_side_to_move gogui-rules_final_result""",
    ),
    _provider(
        "gokan.gtp.commands.analyze",
        """analyze genmove_analyze lz-analyze lz-genmove_analyze kata-analyze
        kata-genmove_analyze kata-search_analyze kata-search""",
        needs_analysis=True,
    ),
    _provider(
        "gokan.gtp.commands.search",
        """top_moves estimate_score stop clear_cache kata-list-params kata-get-params kata-get-param
        kata-set-param kata-set-params""",
        "string/Who is ahead/estimate_score",
        "string/Best moves/top_moves",
    ),
    _provider(
        "gokan.gtp.commands.tactics",
        """attack defend attack_either defend_both does_attack does_defend connect
        disconnect unconditional_status""",
        "string/Can a block be captured/attack %p",
        "string/Can a block be saved/defend %p",
        "string/Settled for good/unconditional_status %p",
    ),
    _provider(
        "gokan.gtp.commands.budget",
        "increase_depths decrease_depths gokan-reading_time gokan-effort",
    ),
    _provider(
        "gokan.gtp.commands.semeai",
        "analyze_semeai",
    ),
)
