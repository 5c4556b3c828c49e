import enum
from typing import Any

class PlayedAll:
    @property
    def position(self) -> Position: ...
    @property
    def played(self) -> int: ...
    @property
    def legality(self) -> int: ...

class Position:
    def __init__(self, width: int, height: int, ko: int, suicide: bool) -> None: ...
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def to_play(self) -> int: ...
    @property
    def last_move(self) -> int: ...
    @property
    def recent(self) -> list[int]: ...
    @property
    def move_number(self) -> int: ...
    @property
    def passes(self) -> int: ...
    @property
    def hash(self) -> int: ...
    @property
    def ko(self) -> int: ...
    @property
    def ko_color(self) -> int: ...
    def prisoners(self, color: int) -> int: ...
    def color_at(self, point: int) -> int: ...
    def board(self) -> bytes: ...
    def judge(self, point: int, color: int) -> int: ...
    def legal_moves(self, color: int) -> list[int]: ...
    def play(self, point: int, color: int) -> Position | int: ...
    def play_forced(self, point: int, color: int) -> Position: ...
    def play_all(self, moves: list[int]) -> PlayedAll: ...
    def copy(self) -> Position: ...
    def replay(self, colors: bytes, moves: list[int]) -> int: ...
    def setup(self, board: bytes, to_play: int) -> Position: ...
    def with_prisoners(self, black: int, white: int) -> Position: ...
    def with_passes(self, passes: int) -> Position: ...
    def __getstate__(self) -> tuple[object, ...]: ...
    def __setstate__(self, state: tuple[object, ...]) -> None: ...
    def with_ko(self, point: int, banned: int) -> Position: ...
    def with_to_play(self, color: int) -> Position: ...
    def breathless(self) -> int: ...
    def block(self, point: int) -> BlockSeen: ...
    def liberty_count(self, point: int) -> int: ...
    def blocks(self) -> list[BlockSeen]: ...
    def regions(self) -> list[RegionSeen]: ...
    def owners(self, dead: bytes) -> bytes: ...

class BlockSeen:
    """Connected stones and their liberties, points ascending."""

    @property
    def color(self) -> int: ...
    @property
    def stones(self) -> tuple[int, ...]: ...
    @property
    def liberties(self) -> tuple[int, ...]: ...

class RegionSeen:
    """Connected empty points, and the colours that touch them as bits."""

    @property
    def points(self) -> tuple[int, ...]: ...
    @property
    def colors(self) -> int: ...

class PlayoutResult:
    games: int
    moves: int
    black_wins: int
    draws: int
    score_sum: float
    black: list[int]
    white: list[int]

def run_playouts(
    start: Position,
    games: int,
    seed: int,
    all_moves: bool,
    max_moves: int,
    komi: float,
    ownership: bool,
) -> PlayoutResult: ...

class SedsScores:
    """Of every candidate of a batch: float32 and int32."""

    @property
    def score(self) -> bytes: ...
    @property
    def sweeps(self) -> bytes: ...

class SedsBatch:
    width: int
    height: int
    max_blocks: int
    workspace_bytes: int
    color: bytes
    label: bytes
    single: bytes
    blocks: bytes
    bits: bytes
    position: bytes
    move: bytes
    mover: bytes
    def evaluate(
        self, stop: float, max_sweeps: int, raise_last_liberty: bool, afresh: bool
    ) -> SedsScores: ...

def prepare_seds_batch(positions: list[Position]) -> SedsBatch: ...
def seds_batch_source() -> str: ...

class WalledRegion:
    @property
    def points(self) -> tuple[int, ...]: ...
    @property
    def vital_to(self) -> tuple[int, ...]: ...
    @property
    def territory(self) -> bool: ...

class UnconditionalLife:
    @property
    def alive(self) -> tuple[int, ...]: ...
    @property
    def territory(self) -> tuple[int, ...]: ...
    @property
    def regions(self) -> list[WalledRegion]: ...

def unconditional(position: Position, color: int) -> UnconditionalLife: ...

class LadderVerdict(enum.Enum):
    ESCAPES = ...
    CAPTURED = ...
    UNKNOWN = ...

class LadderReading:
    @property
    def verdict(self) -> LadderVerdict: ...
    @property
    def line(self) -> list[int]: ...
    @property
    def nodes(self) -> int: ...

class LadderDefences:
    @property
    def saving(self) -> list[int]: ...
    @property
    def unknown(self) -> list[int]: ...

def read_ladder(
    position: Position, target: int, attack: bool, limit: int, threats: int
) -> LadderReading: ...
def ladder_defences(
    position: Position, target: int, limit: int, threats: int
) -> LadderDefences: ...
def count_positions(width: int, height: int) -> int: ...
def count_games(width: int, height: int, suicide: bool) -> int: ...
def perft(position: Position, depth: int) -> int: ...

class SedsOptions:
    stop: float
    max_iter: int
    raise_last_liberty: bool
    static_life: bool
    damped: bool
    queue: bool
    edge: float
    liberty: float
    links: bool
    eyes: bool
    def __init__(self) -> None: ...

class SedsWeights:
    @property
    def white(self) -> list[float]: ...
    @property
    def iterations(self) -> list[int]: ...
    @property
    def units(self) -> list[int]: ...
    @property
    def score(self) -> float: ...
    @property
    def sweeps(self) -> int: ...
    @property
    def converged(self) -> bool: ...
    @property
    def swinging(self) -> list[int]: ...
    @property
    def owner(self) -> bytes: ...

class SedsRankedMove:
    @property
    def move(self) -> int: ...
    @property
    def changed(self) -> int: ...
    @property
    def score(self) -> float: ...
    @property
    def by(self) -> float: ...

class SedsRanking:
    @property
    def score(self) -> float: ...
    @property
    def moves(self) -> list[SedsRankedMove]: ...

def seds_weigh(
    position: Position,
    options: SedsOptions,
    verdicts: list[tuple[int, float]],
    start: list[float],
) -> SedsWeights: ...
def seds_step(
    position: Position,
    options: SedsOptions,
    verdicts: list[tuple[int, float]],
    values: list[float],
) -> list[float]: ...
def seds_rank(
    position: Position,
    color: int,
    options: SedsOptions,
    verdicts: list[tuple[int, float]],
    incremental: bool,
) -> SedsRanking: ...
def seds_values_after(
    position: Position,
    color: int,
    move: int,
    options: SedsOptions,
    verdicts: list[tuple[int, float]],
    incremental: bool,
) -> list[float]: ...

class SedsTiming:
    @property
    def evaluation_us(self) -> float: ...
    @property
    def ranking_ms(self) -> float: ...

def seds_time(position: Position, options: SedsOptions, rounds: int) -> SedsTiming: ...

SIGHT_FEATURES: tuple[str, ...]

class SeenSegment:
    @property
    def color(self) -> int: ...
    @property
    def stones(self) -> int: ...
    @property
    def empties(self) -> int: ...

class Seen:
    @property
    def segments(self) -> list[SeenSegment]: ...
    @property
    def arrays(self) -> dict[str, bytes]: ...

def sight_see(position: Position, rounds: int, seed: int, further: bool) -> Seen: ...

class NeededMoves:
    """A chain, and the moves each of which decides about it."""

    @property
    def target(self) -> int: ...
    @property
    def owner(self) -> int: ...
    @property
    def stones(self) -> int: ...
    @property
    def moves(self) -> tuple[int, ...]: ...

class LookedAhead:
    """What a look ahead found, and where it gave up."""

    @property
    def needed(self) -> list[NeededMoves]: ...
    @property
    def given_up(self) -> tuple[int, ...]: ...
    @property
    def nodes(self) -> int: ...

def sight_look_ahead(
    position: Position,
    marks: list[int],
    mover: int,
    moves_each: int,
    exact_ladders: bool,
    max_nodes: int,
    ladder_moves: int,
) -> LookedAhead: ...

class FeatureRange:
    """A feature of `SIGHT_FEATURES` by its number, and the values that fit, both included."""

    def __init__(self, feature: int, low: int, high: int) -> None: ...

class PatternCell:
    """A cell of a pattern, right and down of its anchor: a class of points, or -1 off the board."""

    def __init__(self, dx: int, dy: int, cls: int) -> None: ...

class TemplateShape:
    def __init__(
        self, cells: list[PatternCell], weight: int, once: bool, marks: list[tuple[int, int]]
    ) -> None: ...

class ScanSeen:
    @property
    def weights(self) -> list[int]: ...
    @property
    def marks(self) -> list[int]: ...

class TemplateCount:
    """A template that matches: its number, the point it speaks about, how many times."""

    @property
    def index(self) -> int: ...
    @property
    def point(self) -> int: ...
    @property
    def times(self) -> int: ...

class SightEye:
    def __init__(
        self, classes: list[list[FeatureRange]], templates: list[TemplateShape]
    ) -> None: ...
    def scan(self, position: Position, mover: int, rounds: int, seed: int) -> ScanSeen: ...
    def counts(
        self, position: Position, mover: int, rounds: int, seed: int
    ) -> list[TemplateCount]: ...

class PatternHit:
    @property
    def pattern(self) -> int: ...
    @property
    def symmetry(self) -> int: ...
    @property
    def point(self) -> int: ...

class MatcherSeconds:
    @property
    def arrays(self) -> float: ...
    @property
    def classes(self) -> float: ...
    @property
    def matching(self) -> float: ...

class TemplateMatcher:
    def __init__(self, eye: SightEye, name: str) -> None: ...
    def hits(self, position: Position, mover: int) -> list[PatternHit]: ...
    def seconds(self, position: Position, repeats: int) -> MatcherSeconds: ...
    @property
    def states(self) -> int: ...

class RuleOp(enum.Enum):
    NUMBER = 0
    LIBERTIES = 1
    STONES = 2
    STONE = 3
    AFTER_OWN = 4
    AFTER_ENEMY = 5
    SAME = 6
    LIBERTY = 7
    LINE = 8
    LESS = 9
    EQUAL = 10
    AND = 11
    OR = 12
    NOT = 13

class RuleLink:
    def __init__(self, slot: int = -1, earlier: int = -1) -> None: ...

class RuleSlot:
    @property
    def map(self) -> int: ...
    def __init__(self, map: int, dx: int, dy: int) -> None: ...

class RuleStep:
    def __init__(self, op: RuleOp, a: int = 0, b: int = 0) -> None: ...

class RuleMatch:
    """Where a rule matches: the points of its slots, anchor and symmetry of each of its maps."""

    @property
    def rule(self) -> int: ...
    @property
    def slots(self) -> tuple[int, ...]: ...
    @property
    def anchors(self) -> tuple[tuple[int, int], ...]: ...

class RuleChanges:
    """What a rule book no longer says for a side, and what is new."""

    @property
    def gone(self) -> list[RuleMatch]: ...
    @property
    def come(self) -> list[RuleMatch]: ...

class RuleText:
    """A rule of the knowledge base as the core takes it; slots go by their numbers."""

    maps: list[list[PatternCell]]
    links: list[RuleLink]
    slots: list[RuleSlot]
    when: list[RuleStep]
    specificity: int
    kind: int
    goal: int
    purpose: int
    recommendation: int
    only: bool
    objects: list[int]
    moves: list[int]
    border: list[int]
    centre: list[int]
    def __init__(self) -> None: ...

class RuleSeconds:
    @property
    def maps(self) -> float: ...
    @property
    def everything(self) -> float: ...

class RuleBook:
    def __init__(self, classes: list[int], rules: list[RuleText]) -> None: ...
    def match(
        self,
        position: Position,
        own: int,
        within: list[int],
        filtered: bool,
        purposes: list[int] = ...,
        about: list[int] = ...,
    ) -> list[RuleMatch]: ...
    def seconds(self, position: Position, repeats: int) -> RuleSeconds: ...

class RuleWatch:
    """The matches of all rules, kept from one position to the next."""

    def __init__(self, book: RuleBook) -> None: ...
    def match(
        self,
        position: Position,
        own: int,
        filtered: bool,
        purposes: list[int] = ...,
        about: list[int] = ...,
    ) -> list[RuleMatch]: ...
    def changes(self, position: Position) -> list[RuleChanges]: ...
    def seconds(self, one: Position, other: Position, repeats: int) -> float: ...

class RoomWorth:
    """What becomes of the targets of a room; moves are sets of points, bit by bit."""

    @property
    def attacker_first(self) -> bool: ...
    @property
    def owner_first(self) -> bool: ...
    @property
    def attacker_moves(self) -> int: ...
    @property
    def owner_moves(self) -> int: ...
    @property
    def attacker_pass(self) -> bool: ...
    @property
    def owner_pass(self) -> bool: ...

class RoomTables:
    """The tables of all rooms that were met."""

    def __init__(self, most: int = 20000) -> None: ...
    def worth(
        self,
        near: list[int],
        walls: list[int],
        targets: int,
        small: int,
        open: int,
        exits: int,
        dame_walls: list[int],
        dame_counts: list[int],
        owner: int,
        attacker: int,
        falls: bool,
    ) -> RoomWorth: ...
    def __len__(self) -> int: ...

class SolvedWindow:
    """Per filling of a window its value (uint8) and the moves that succeed (uint32)."""

    @property
    def values(self) -> bytes: ...
    @property
    def moves(self) -> bytes: ...

def solve_window(
    near: list[int],
    open: int,
    room: bool = False,
    a: int = 0,
    b: int = -1,
    eye: bool = True,
    outside_a: int = 0,
    outside_b: int = 0,
) -> SolvedWindow: ...
def widen_cube(allowed: bytes, start: list[int], order: list[int], fixed: int) -> list[int]: ...

class MoveModelProgress:
    @property
    def positions(self) -> int: ...
    @property
    def loss(self) -> float: ...
    @property
    def top1(self) -> float: ...

class MoveModel:
    def __init__(self, patterns: bool, features: bool, strength: bool) -> None: ...
    def harvest(self, games: list[str], least: int) -> None: ...
    def train(
        self, games: list[str], every: int, offset: int, rate: float, patterns: bool
    ) -> MoveModelProgress: ...
    def scores(self, position: Position, last: int, second: int) -> list[tuple[int, float]]: ...
    @property
    def patterns(self) -> int: ...
    feature_weights: list[float]
    def average(self, other: MoveModel) -> None: ...
    def set_parts(self, patterns: bool, features: bool, strength: bool) -> None: ...
    def save(self) -> bytes: ...
    def load(self, data: bytes) -> None: ...

class Cancel:
    """A flag that another thread may set to end a search."""

    def __init__(self) -> None: ...
    def set(self) -> None: ...
    def clear(self) -> None: ...
    def is_set(self) -> bool: ...

class SearchLimits:
    """What a search may cost; 0 means no limit."""

    nodes: int
    seconds: float
    games: int
    def __init__(
        self, nodes: int = 0, seconds: float = 0.0, games: int = 0, cancel: Cancel | None = None
    ) -> None: ...

class Verdict(enum.IntEnum):
    """What a proof search says of a target."""

    UNKNOWN = 0
    KILLED = 1
    STANDS = 2

class KoThreats:
    """How many ko threats each side has elsewhere; 127 are endless."""

    def __init__(self, attacker: int = 0, defender: int = 0) -> None: ...
    @property
    def attacker(self) -> int: ...
    @property
    def defender(self) -> int: ...

class ThreatSpan:
    """A kill holds with at least `attacker` threats and at most `defender`; a standing target the
    other way round.
    """

    @property
    def attacker(self) -> int: ...
    @property
    def defender(self) -> int: ...

class ProofAnswer:
    @property
    def verdict(self) -> Verdict: ...
    @property
    def nodes(self) -> int: ...
    @property
    def best(self) -> int:
        """The winner's cell if the winner is to move; -1 a pass, -2 none."""

    @property
    def tenuki(self) -> int:
        """In a kill: how often the defender can play elsewhere, at most."""

    @property
    def span(self) -> ThreatSpan:
        """The numbers of threats (attacker, defender) for which the same proof holds."""

    @property
    def illegal(self) -> bool:
        """Whether one of the moves handed in is not legal."""

class ProofEdge:
    @property
    def move(self) -> int: ...
    @property
    def child(self) -> int: ...

class ProofNode:
    """A node of a proof: its kind of leaf, and its edges."""

    @property
    def leaf(self) -> int: ...
    @property
    def edges(self) -> list[ProofEdge]: ...

class ProofGraph:
    @property
    def verdict(self) -> Verdict: ...
    @property
    def complete(self) -> bool: ...
    @property
    def searched(self) -> int: ...
    def nodes(self) -> list[ProofNode]:
        """All nodes, the root first; none if it is incomplete."""

class WrittenKill:
    @property
    def written(self) -> bool:
        """Whether a kill could be written down."""

    @property
    def endless(self) -> bool:
        """Whether it does without circles that the defender pays for with threats."""

    @property
    def passes(self) -> int:
        """The most passes of the defender on any line of it."""

    @property
    def searched(self) -> int: ...

class ShapeWeights:
    def __init__(self, file: bytes) -> None: ...

class ProofSolver:
    def __init__(
        self,
        width: int,
        height: int,
        cells: bytes,
        table_bytes: int = ...,
        plain: bool = False,
    ) -> None: ...
    def set_guess(self, weights: ShapeWeights) -> None: ...
    def keep_samples(self, every: int, most: int) -> None: ...
    def samples(self) -> bytes: ...
    def solve(
        self,
        turn: int,
        ko: int = -1,
        threats: KoThreats = ...,
        moves: list[int] = ...,
        limits: SearchLimits = ...,
    ) -> ProofAnswer: ...
    def legal_moves(
        self,
        turn: int,
        ko: int = -1,
        threats: KoThreats = ...,
        moves: list[int] = ...,
    ) -> list[int]: ...
    def proof(
        self,
        turn: int,
        ko: int = -1,
        threats: KoThreats = ...,
        moves: list[int] = ...,
        limits: SearchLimits = ...,
        max_nodes: int = 1000000,
        level: int = 0,
    ) -> ProofGraph: ...
    def write_kill(
        self,
        turn: int,
        ko: int = -1,
        threats: KoThreats = ...,
        level: int = 6,
        limits: SearchLimits = ...,
        max_nodes: int = 1000000,
        moves: list[int] = ...,
    ) -> WrittenKill: ...

class LifeGoal(enum.IntEnum):
    """What the defender wants to force."""

    TWO_EYES = 0
    END = 1
    JOINED = 2
    REACHED = 3
    TAKEN = 4
    WON = 5

class LifeFocus(enum.IntEnum):
    """Who plays near the marks only."""

    ALL = 0
    DEFENDER_NEAR = 1
    NEAR = 2

class Forced(enum.IntEnum):
    """Whether the defender forces his goal."""

    UNKNOWN = 0
    FORCED = 1
    REFUSED = 2

class LifeAnswer:
    @property
    def verdict(self) -> Forced: ...
    @property
    def nodes(self) -> int: ...
    @property
    def best(self) -> int: ...
    @property
    def illegal(self) -> bool: ...

class LifeSolver:
    def __init__(
        self,
        width: int,
        height: int,
        cells: bytes,
        table_bytes: int = ...,
        marks: list[int] = ...,
    ) -> None: ...
    def set_focus(self, focus: LifeFocus) -> None: ...
    def set_home(self, cells: bytes) -> None: ...
    def set_guess(self, weights: ShapeWeights) -> None: ...
    def solve(
        self,
        goal: LifeGoal,
        turn: int,
        ko: int = -1,
        threats: KoThreats = ...,
        moves: list[int] = ...,
        limits: SearchLimits = ...,
    ) -> LifeAnswer: ...
    def proof(
        self,
        goal: LifeGoal,
        turn: int,
        ko: int = -1,
        threats: KoThreats = ...,
        limits: SearchLimits = ...,
        max_nodes: int = 1000000,
    ) -> ProofGraph: ...

class MadeProblem:
    @property
    def number(self) -> int: ...
    @property
    def key(self) -> int: ...
    @property
    def board(self) -> bytes: ...
    @property
    def targets(self) -> list[int]: ...
    @property
    def attack(self) -> bool: ...
    @property
    def ko(self) -> bool: ...
    @property
    def first(self) -> bool: ...
    @property
    def threats(self) -> int: ...
    @property
    def answers(self) -> list[int]: ...
    @property
    def effort(self) -> int: ...

def make_problems(
    seed: int,
    first: int,
    count: int,
    board: int = 19,
    most_points: int = 24,
    most_answers: int = 3,
    nodes: int = 50000,
    least_effort: int = 1,
) -> list[MadeProblem]: ...
def make_corners(seed: int, first: int, count: int, nodes: int = 1500) -> bytes: ...
def corner_fate(cells: bytes, nodes: int = 1500) -> int: ...
def corner_planes(inputs: bytes) -> bytes: ...

class OutputLimit(enum.IntEnum):
    """What the outputs of a network say while it learns."""

    SIGMOID = 0
    SLOPE = 1
    PERCEPTRON = 2

class LearnedByCase:
    @property
    def weights(self) -> bytes: ...
    @property
    def epochs(self) -> int: ...

def train_by_case(
    sizes: list[int],
    weights: bytes,
    mask: bytes,
    inputs: bytes,
    targets: bytes,
    rate: float,
    close: float,
    epochs: int,
    seed: int,
    limit: OutputLimit = ...,
) -> LearnedByCase: ...

class RaceAnswer:
    @property
    def verdict(self) -> Verdict: ...
    @property
    def nodes(self) -> int: ...
    @property
    def best(self) -> int: ...
    @property
    def pn(self) -> int:
        """The effort still seen to kill."""

    @property
    def dn(self) -> int:
        """The effort still seen to stand."""

    @property
    def ko(self) -> bool:
        """Whether a ko was met; if not, threats elsewhere do not matter."""

class RaceSolver:
    def __init__(
        self,
        width: int,
        height: int,
        cells: bytes,
        table_bytes: int = ...,
    ) -> None: ...
    def solve(
        self,
        turn: int,
        ko: int = -1,
        threats: KoThreats = ...,
        moves: list[int] = ...,
        limits: SearchLimits = ...,
    ) -> RaceAnswer: ...
    def legal_moves(
        self,
        turn: int,
        ko: int = -1,
        threats: KoThreats = ...,
        moves: list[int] = ...,
    ) -> list[int]: ...

class TrialMove:
    @property
    def move(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def value(self) -> float: ...
    @property
    def settled(self) -> int: ...

class TrialAnswer:
    @property
    def value(self) -> float: ...
    @property
    def settled(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def outside(self) -> float: ...
    @property
    def moves(self) -> list[TrialMove]: ...

class Shapes:
    def __init__(self, patterns: list[str]) -> None: ...

def run_trials(
    position: Position,
    target: list[int],
    area: list[int],
    mover: int,
    black_threats: int,
    white_threats: int,
    last: int,
    shapes: Shapes,
    limits: SearchLimits,
    seed: int = 1,
    joins: bool = False,
) -> TrialAnswer: ...

class TacticalAnswer:
    @property
    def code(self) -> int: ...
    @property
    def exact(self) -> bool: ...
    @property
    def complete(self) -> bool: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def moves(self) -> list[int]: ...
    @property
    def proved(self) -> list[int]: ...
    @property
    def line(self) -> list[int]: ...
    @property
    def zone(self) -> list[int]: ...

def read_tactics(
    position: Position,
    connect: bool,
    a: int,
    b: int,
    prover_first: bool,
    limits: SearchLimits,
    order: int,
    table_bits: int,
    bridges: bool = True,
) -> TacticalAnswer: ...
def read_skirmish(
    position: Position,
    connect: bool,
    a: int,
    b: int,
    prover_first: bool,
    limits: SearchLimits,
    wide: int,
    table_bits: int,
) -> TacticalAnswer: ...

class TreeOptions:
    width: float
    width_growth: float
    width_base: float
    surprise: float
    caution: float
    root_caution: float
    points: float
    near_points: float
    virtual_loss: float
    max_bytes: int
    def __init__(self) -> None: ...

class TreeStep(enum.Enum):
    LEAF = 0
    OVER = 1
    KNOWN = 2
    BUSY = 3
    FULL = 4

class TreeLeaf:
    step: TreeStep
    ticket: int

class TreeBranch:
    move: int
    visits: int
    prior: float
    win: float
    lead: float
    spread: float
    utility: float
    scatter: float
    own_win: float
    own_lead: float
    own_spread: float
    line: list[int]
    line_visits: list[int]

class BannedMoves:
    """Moves that a side does not play down to a depth below the root."""

    def __init__(self, side: int, depth: int, moves: list[int]) -> None: ...

class Tree:
    def __init__(self, root: Position, options: TreeOptions) -> None: ...
    @property
    def visits(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    @property
    def root(self) -> Position: ...
    def descend(self, first: int = -2) -> TreeLeaf: ...
    def position(self, ticket: int) -> Position: ...
    def line(self, ticket: int) -> list[int]: ...
    def back_up(
        self,
        ticket: int,
        policy: object | None,
        win: float,
        lead: float,
        spread: float,
        ownership: object | None,
    ) -> None: ...
    def withdraw(self, ticket: int) -> None: ...
    def reweigh(self, policy: object) -> None: ...
    def advance(self, move: int) -> None: ...
    def follow(self, position: Position) -> int: ...
    def set_bans(self, bans: list[BannedMoves]) -> None: ...
    def set_options(self, options: TreeOptions) -> None: ...
    def summary(self) -> TreeBranch: ...
    def branches(self) -> list[TreeBranch]: ...
    def priors(self) -> list[TreeBranch]: ...
    def ownership(self, first: int = -2) -> list[float]: ...
    def ownership_scatter(self, first: int = -2) -> list[float]: ...

INTUITION_GROUP_ROWS: int
INTUITION_MOST_KOMI: float
INTUITION_PLANES: int
INTUITION_RECORD_BYTES: int

class BadWeights(ValueError): ...

def network_kernels() -> list[str]: ...
def byte_kernels() -> list[str]: ...

class NetworkAnswer:
    """What a network says of some positions, as the bytes of floats."""

    @property
    def moves(self) -> bytes: ...
    @property
    def professional(self) -> bytes: ...
    @property
    def numbers(self) -> bytes: ...
    @property
    def owner(self) -> bytes: ...
    @property
    def groups(self) -> bytes: ...

class NetworkRunner:
    def __init__(
        self, blocks: int, channels: int, planes: int, halves: dict[str, bytes], kernels: str = ""
    ) -> None: ...
    @property
    def kernels(self) -> str: ...
    def run(
        self, planes: bytes, count: int, rows: int, columns: int, threads: int = 1
    ) -> NetworkAnswer: ...

class AuraSight:
    stands: float
    falls: float
    points: list[int]
    worth: list[float]
    move: list[float]

class AuraRunner:
    def __init__(
        self,
        weights: list[bytes],
        biases: list[bytes],
        heads: bytes,
        heads_bias: bytes,
        bias: bytes,
        kernels: str = "",
    ) -> None: ...
    @property
    def kernels(self) -> str: ...
    def look(self, position: Position, target: list[int], sides: int = 8) -> AuraSight: ...

def intuition_planes(
    positions: list[Position], komi: list[float], ladders: bool = True
) -> bytes: ...
def intuition_features(position: Position) -> bytes: ...

class RecordCount:
    """How many records and games; of the games those counted, with owners, cut short."""

    @property
    def records(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def counted(self) -> int: ...
    @property
    def owned(self) -> int: ...
    @property
    def broken(self) -> int: ...

class MadeRecords:
    @property
    def records(self) -> bytes: ...
    @property
    def owners(self) -> bytes: ...
    @property
    def count(self) -> RecordCount: ...

def intuition_records(text: str, game: int, playouts: int) -> MadeRecords: ...
def intuition_turn_records(line: str) -> bytes | None: ...

class Crowd:
    """Many games at once, one move in each at a time; `core/intuition/crowd.h` has the lines."""

    def __init__(self, side: int, games: int) -> None: ...
    def start(self, game: int, line: str) -> bool: ...
    def look(self, threads: int = 1) -> bytes: ...
    def play(self, moves: bytes) -> bytes: ...

class FormationCount:
    """How often a formation was made, and could have been."""

    def __init__(
        self,
        code: int,
        played: int,
        games: int,
        possible: int,
        chosen: int,
        orders: list[int],
        ages: list[int],
        examples: list[list[int]],
        last_game: int,
    ) -> None: ...
    @property
    def code(self) -> int: ...
    @property
    def played(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def possible(self) -> int: ...
    @property
    def chosen(self) -> int: ...
    @property
    def orders(self) -> list[int]: ...
    @property
    def ages(self) -> list[int]: ...
    @property
    def examples(self) -> list[list[int]]: ...
    @property
    def last_game(self) -> int: ...

class FormationSeen:
    """A formation that a move made, or would make; its points as in the code."""

    @property
    def move(self) -> int: ...
    @property
    def formation(self) -> int: ...
    @property
    def points(self) -> tuple[int, ...]: ...

class FormationProgress:
    """How well a model expected the moves it was trained on."""

    @property
    def positions(self) -> int: ...
    @property
    def loss(self) -> float: ...
    @property
    def top1(self) -> float: ...
    @property
    def top10(self) -> float: ...

class WeighedForm:
    """An element or formation of a move, and what it weighs."""

    @property
    def form(self) -> int: ...
    @property
    def level(self) -> int: ...
    @property
    def what(self) -> tuple[int, int, int, int]: ...
    @property
    def where(self) -> tuple[int, int]: ...
    @property
    def weight(self) -> float: ...

class StoneTie:
    """Two stones with a tie between them, in so many elements."""

    @property
    def kind(self) -> int: ...
    @property
    def one(self) -> int: ...
    @property
    def other(self) -> int: ...
    @property
    def elements(self) -> int: ...

class EdgeTie:
    """A stone so far from an edge."""

    @property
    def distance(self) -> int: ...
    @property
    def point(self) -> int: ...

class ShapeTies:
    """The ties of a position."""

    @property
    def stones(self) -> list[StoneTie]: ...
    @property
    def edges(self) -> list[EdgeTie]: ...

class FormationModel:
    def __init__(
        self,
        level2: bool = True,
        time: bool = True,
        shuffled: bool = False,
        windows: bool = False,
    ) -> None: ...
    def harvest(self, games: list[str], least: int) -> None: ...
    def know(self, codes: list[int]) -> None: ...
    @property
    def known(self) -> list[int]: ...
    def train(
        self, games: list[str], every: int, offset: int, rate: float
    ) -> FormationProgress: ...
    def average(self, others: list[FormationModel]) -> None: ...
    def copy(self) -> FormationModel: ...
    def scores(self, position: Position, ages: list[int]) -> list[tuple[int, float]]: ...
    def weigh(self, position: Position, ages: list[int], point: int) -> list[WeighedForm]: ...
    @property
    def formations(self) -> int: ...
    def save(self) -> bytes: ...
    def load(self, data: bytes) -> None: ...

class FormationMiner:
    def __init__(self) -> None: ...
    def count(self, games: list[str], first: int, stones: int) -> None: ...
    def keep(self, stones: int, least: int) -> None: ...
    def weigh(self, games: list[str], every: int) -> None: ...
    def found(self) -> list[FormationCount]: ...
    def restore(self, counts: list[FormationCount]) -> None: ...

def find_formations(game: str, codes: list[int]) -> list[FormationSeen]: ...
def formations_of(
    position: Position, ages: list[int], point: int, codes: list[int]
) -> list[FormationSeen]: ...
def next_steps(position: Position, side: int, codes: list[int]) -> list[FormationSeen]: ...
def shape_ties(position: Position) -> ShapeTies: ...

class ShapeRelation(enum.Enum):
    INTO = 0
    BEFORE = 1
    ALONG = 2

class ShapeStepKind(enum.Enum):
    ONE = 0
    EACH = 1
    REPEAT = 2
    UNLESS = 3
    AROUND = 4
    THEN = 5

class ShapeOverlap:
    def __init__(self, units: list[int], joint: int) -> None: ...

class ShapeOrder:
    def __init__(self, relation: ShapeRelation, first: int, second: int) -> None: ...

class ShapeConstraint:
    def __init__(
        self,
        kinds: list[int],
        contexts: list[int],
        overlaps: list[ShapeOverlap],
        orders: list[ShapeOrder],
    ) -> None: ...

class ShapeStep:
    def __init__(self, kind: ShapeStepKind, constraints: list[int]) -> None: ...

class ShapeClass:
    def __init__(self, kind: int, steps: list[ShapeStep]) -> None: ...

class ShapeLevel:
    """The constraints, classes and joints of a level as numbers."""

    def __init__(
        self, constraints: list[ShapeConstraint], classes: list[ShapeClass], joints: list[int]
    ) -> None: ...

class ShapePlaceKind(enum.Enum):
    POINT = 0
    LINE = 1
    CHANGE = 2

class ShapePlace:
    """Where an element of level 0 is: a point, a line, or a point that changed."""

    @property
    def kind(self) -> ShapePlaceKind: ...
    @property
    def where(self) -> int: ...

class ShapeElement:
    """An element of a level: its class, its first and last round, its members one level below."""

    @property
    def kind(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def members(self) -> list[int]: ...

class ShapeOccurrence:
    """Where elements overlap: on which constraint, and which elements."""

    @property
    def joint(self) -> int: ...
    @property
    def holders(self) -> list[int]: ...

class ShapeWorlds:
    def elements(self, level: int) -> list[ShapeElement]: ...
    def occurrences(self, level: int) -> list[ShapeOccurrence]: ...
    def places(self) -> list[ShapePlace]: ...
    def count(self, level: int) -> int: ...

def shape_pack(worlds: ShapeWorlds, stone_kinds: list[int]) -> bytes: ...

class ShapeHit:
    @property
    def game(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def points(self) -> list[int]: ...

class ShapeHits:
    @property
    def total(self) -> int: ...
    @property
    def hits(self) -> list[ShapeHit]: ...

def shape_search(
    packed: bytes,
    offsets: list[int],
    kinds: int,
    level: ShapeLevel,
    most: int,
) -> ShapeHits: ...

class ShapeGrowing:
    def __init__(self, system: ShapeSystem, width: int, height: int, top: int) -> None: ...
    def add(self, board: bytes) -> None: ...
    def worlds(self) -> ShapeWorlds: ...

class ShapeSystem:
    def __init__(self, kinds: int, names: list[int]) -> None: ...
    def add_level(self, level: ShapeLevel) -> None: ...
    def recognise(
        self,
        width: int,
        height: int,
        boards: list[bytes],
        attended: list[bytes],
        top: int,
        times: list[int] = ...,
    ) -> ShapeWorlds: ...

class SelfPlayOptions:
    side: int
    visits: int
    brief_visits: int
    full_percent: int
    max_moves: int
    def __init__(self) -> None: ...

class FinishedGames:
    @property
    def games(self) -> int: ...
    @property
    def records(self) -> bytes: ...
    @property
    def visits(self) -> bytes: ...
    @property
    def owners(self) -> bytes: ...

class SelfPlay:
    def __init__(self, games: int, options: SelfPlayOptions, seed: int, threads: int) -> None: ...
    @property
    def evaluations(self) -> int: ...
    @property
    def record_bytes(self) -> int: ...
    def look(self) -> bytes: ...
    def answer(self, policy: Any, win: Any, lead: Any, spread: Any, owner: Any) -> None: ...
    def take(self) -> FinishedGames: ...
