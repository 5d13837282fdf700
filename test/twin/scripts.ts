import { drawing } from './virtual-world.ts';
import type { Script } from './script.ts';

const SIZES = ['200x60', '160x45', '100x30', '80x24', '60x15', '40x10'];
const USUAL = '100x30';
/** Asked before `y` is taken: the question has stood for as long as it must. */
const YES = '+500 y +2500';

/** Every list: moving, marks, filters, sorting, the detail, and what Esc takes back, one after the other. */
const LISTS: Readonly<Record<string, string>> = {
  'overview moves': '1 Tab j Enter +300 Esc - Tab Tab Right l h k Enter +300 Esc S-Tab j*6 Enter +300 Esc',
  'overview blocks':
    '1 Tab*4 j j k Enter +500 Esc Tab*2 Enter +300 - Tab Enter +500 Esc o +300 Esc y +300 Esc x +300 Esc',
  'events moves':
    '2 j*5 k PgDn PgUp C-d C-u G g End Home p Tab j j Tab z z w Right Right Left p Enter +800 Esc Esc',
  'events filters':
    '2 b v a A b O +300 Down Enter T +300 Down Enter c +300 Down Enter i E = = J K M M t t t Esc Esc Esc Esc',
  'events query':
    '2 / "package:l* -ecosystem:pip" Enter n N / Up Up Enter f +300 Down Enter / "host:" Tab Esc Esc Esc',
  'events escape':
    '2 / "npm" Enter b i E v H +500 Left Left Enter +500 p Tab z Space j Esc Esc Esc Esc Esc Esc b c +300 Down Enter T +300 Down Enter H +500 Right Enter +500 Esc Esc',
  'events marks': '2 j Space Space * U j Space e +500 Enter +500 v b Esc Esc E Esc',
  'events follow': '2 F j j F G F g F',
  'events acknowledge': '2 v a +200 e +500 y +500 j e +500 Enter +300 E Esc 1 +300 2 E e +500 y',
  'events range':
    '2 H +500 Left Left Tab Right Enter +500 H H + - PgUp PgDn g G Home End Space Enter Esc H x +300 Esc',
  'agents moves': '3 j*5 k G g PgDn PgUp p Tab j Tab z w z p Enter +1000 j j Enter +800 Esc Esc 3',
  'agents sort': '3 s +300 Down Enter s +300 Down Down Enter Right Left s +300 Up Enter Esc Esc',
  'agents filter':
    '3 f +300 Down Enter f +300 Down Down Enter / "host:ci-*" Enter n N Esc Esc / "active" Esc Esc',
  'agents escape': '3 f +300 Down Enter / "a" Enter p Tab z Space j Esc Esc Esc Esc Esc z Esc z Tab Esc Esc',
  'agents marks': '3 Space Space k Space / "ci" Enter * U Space Esc Esc t S +500 Esc U',
  'sessions moves': '4 j*3 k G g p Tab j Tab z w z p i i u u s +300 Down Enter s +300 Enter Esc Esc',
  'sessions filters':
    '4 f +300 Down Enter +500 Esc c +500 Down Enter +500 d +500 Left Up PgUp Enter +500 d a d t Enter +500 Esc Esc Esc',
  'sessions escape':
    '4 u i / "src" Enter d +500 Enter +500 p Tab z Space Esc Esc Esc Esc Esc Esc f +300 Down Down Enter +500 c +500 Down Enter +500 Esc Esc Esc',
  'llm moves':
    '5 +500 j*3 k G g p z w z p v v i i s +300 Down Enter s +300 Enter Enter +500 Esc / "model:*" Enter Esc Esc',
  'llm escape': '5 +500 i / "a" Enter v s +300 Down Enter p Tab z Space Esc Esc Esc Esc Esc Esc',
  'events filtered away under the cursor': `2 ${['b', 'v', 'a', 'i', 'E', '=', 'O +300 Down Enter', 'T +300 Down Enter', 'T +300 Down*2 Enter', 'c +300 Down*2 Enter', 'H +500 Right*9 Enter +500', '/ "zz" Enter'].map((filter) => `G k*9 ${filter} y +300 Esc Esc Esc A`).join(' ')}`,
  'agents filtered away under the cursor': `3 ${['Down', 'Down*2', 'Down*3'].map((flag) => `j*4 f +300 ${flag} Enter y +300 Esc S +500 Esc Esc`).join(' ')} s +300 Down*3 Enter y +300 Esc`,
  'sessions filtered away under the cursor': `4 ${['f +300 Enter +300 Down*4 Enter', 'f +300 Down Enter +300 Down*4 Enter', 'f +300 Down*2 Enter +300 Down*4 Enter', 'c +500 Down*2 Enter', 'i', 'u', 'd +500 Left*2 Enter', 's +300 Down Enter'].map((filter) => `g j*3 ${filter} +500 y +300 Esc Esc`).join(' ')} s +300 Down*3 Enter y +300 Esc`,
  'calls filtered away under the cursor':
    '5 +500 v s +300 Down*2 Enter y +300 Esc j y +300 Esc s +300 Enter y +300 Esc v s +300 Down*2 Enter y +300 Esc j*3 i y +300 Esc / "zz" Enter y +300 Esc Esc',
  'back unless filtered since': `${['b', 'i', 'E', 'O +300 Down Enter', 'T +300 Down Enter', 'c +300 Down Enter', 'H +500 Enter', '/ "a" Enter', '='].map((filter) => `3 o +300 Down Enter +500 ${filter} +300 Esc Esc -`).join(' ')}`,
  'back to sessions unless filtered since': `${['f +300 Enter +300 Down*3 Enter', 'f +300 Down Enter +300 Down*3 Enter', 'f +300 Down*3 Enter +300 Down*2 Enter', 'd +500 Enter', 'i', 'u', '/ "a" Enter'].map((filter) => `3 g j o +300 Down*2 Enter +500 ${filter} +500 Esc Esc -`).join(' ')}`,
  'policy escape':
    '6 / "score" Enter f +300 Enter p Tab z Esc Esc Esc Esc Esc 2 o +300 Enter +500 / "a" Enter Esc Esc Esc',
  'policy moves': '6 j*12 k g G PgUp PgDn p Tab j Tab z p / "score" Enter n N Esc Esc',
};

/** Every dialog: opened, used and closed. */
const DIALOGS: Readonly<Record<string, string>> = {
  help: '3 ? +300 j k Space b G j j k g k Enter +300 Down Enter / "filter" Enter n N q ? +300 Esc ? +300 ? ? PgDn*9 j k k Esc',
  palette: ': +300 Down Up PgDn PgUp "agen" +100 Esc : "messages" +200 Enter +300 j G g q : "zzz" Enter Esc',
  requests: '3 2 ! +300 j k Space b G j j k g C-d C-u ! ! +300 q ! +300 Esc',
  messages:
    ': "messages" Enter +300 j G j j k g q 3 S +300 Esc 2 x +300 Enter +300 C-u "/no/such" Enter +500 Esc : "messages" Enter +300 j k G j Esc',
  unlock: ': "lock" +300 Down Enter +500 y +500 : "unlock" +300 Enter +300 Down Enter +500 y +1000 Esc',
  'event related': '2 v a +200 o +500 Down Down Enter +800 Esc Esc o +300 Enter +800 Esc',
  'agent related': '3 o +500 Down Enter +800 Esc Esc',
  'session related': '4 o +500 Down Enter +800 Esc Esc',
  copy: '2 y +300 Down Enter +500 3 y +300 Enter +500 4 y +300 Down Down Enter +500 5 y +300 Enter 6 y +300 Enter 1 y +300 Enter',
  export:
    '2 x +300 Enter +300 Enter +1000 3 x +300 Down Enter +300 C-u "~/a.csv" Enter +1000 x +300 Down Enter +300 C-u "~/a.csv" Enter +500 Esc 6 x +300 Enter +300 Enter +1000 1 x +300 Enter +300 Enter +800 4 x +300 Down Enter +300 Enter +800 5 +500 x +300 Down Enter +300 Enter +800',
  'export as a table': `${['2', '3', '4', '5 +500', '6'].map((tab) => `${tab} x +300 Down*3 Enter +300 Enter +900`).join(' ')} 3 y +300 Down*6 Enter +300 Enter +500 2 y +300 End Up Enter +500`,
  'export marked': '3 Space Space x +300 Down Down Enter +300 Enter +1000 y +300 Enter +300',
  'suspend one': `3 j S +500 "why not" Enter ${YES} Esc : "results" Enter +500 f j y x +300 Esc Esc : "undo" +200 Enter ${YES} Esc`,
  'suspend marked': `3 Space Space Space S +500 Enter +500 "three of them" Enter ${YES} +5000 Esc : "results" Enter +500 j k f q +300`,
  'suspend all': `3 / "ci" Enter * S +500 Enter +500 Enter ${YES} +1000 Esc +5000 : "results" Enter +500 r +2000 s +2000 Esc`,
  'suspend typed':
    '3 j S +500 Tab Tab Left Right C-a C-e C-u C-w "a b c" C-w BS Del Enter +500 n S +500 Enter +500 q S|Enter +500 Esc Esc',
  delete: `3 j*3 D +500 Down Enter +500 "gone" Enter ${YES} Esc 3 D +500 Enter +500 Enter +500 Esc`,
  'delete for good': `3 j*4 D +500 Tab Down Enter +500 Enter ${YES} +3000 Esc Esc`,
  'search transcripts':
    '4 F|"error" Enter +20000 j k G g Enter +3000 n N Esc +500 f Esc y +300 Esc x +300 Esc q',
  journal: `3 j S +500 Enter ${YES} Esc : "journal" Enter +500 j k G g Enter +300 Esc f r / "susp" Enter y +300 Esc x +300 Esc Esc Esc`,
  undo: `3 j S +500 Enter ${YES} Esc : "undo" Enter ${YES} : "undo" Enter +500 Esc`,
  'page of an agent':
    '3 Enter +1000 j j PgDn PgUp C-d C-u G g / "a" Enter Esc y +300 Esc x +300 Esc Enter +800 Esc o +300 Esc Esc Esc',
  'page of a package':
    '2 v a +200 o +500 Enter +1000 j j j Enter +500 Esc B +500 Esc / "npm" Enter Esc Esc Esc',
  'block a package': `2 j j B +500 Enter +500 Esc Esc 6 +200 W ${YES} Esc`,
  pager:
    '4 Enter +1500 j k Space b d u G g } { J K e E % "50" Enter T M M m w Right Left h +300 Esc o +300 Esc q',
  'pager search':
    '4 Enter +1500 / "the" Enter n n N ? "src" Enter n N / Esc / "nothing like it" Enter +300 Esc Esc',
  'pager outline': '4 Enter +1500 O +300 j j Space b G g / "a" Enter Enter +300 O / "e" Esc Esc O O O q Esc',
  'pager copy':
    '4 Enter +1500 y +300 Down Enter +300 x +300 Enter +300 Enter +800 Enter Enter J y +300 Enter Esc Esc',
  'pager of a call': '5 +500 Enter +800 j k G g / "model" Enter y +300 Esc Esc',
  calendar: '4 d +500 h j k l PgUp PgDn t Enter +500 d q d d d a',
  'policy numbers':
    '6 + + Left Right j + j Left u Enter +300 "7" Enter +300 j Enter +300 C-u "abc" Enter +300 Esc : "revert" +200 Enter +500 y +300',
  'policy flags': '6 j*3 Enter + Enter u j Enter + j + Left W +500 j k v f / "x" Esc Right Left Esc',
  'policy lists':
    '6 G Enter +500 j j x u a +300 "bad-name" Enter +300 a "bad-name" Enter +300 Esc / "x9" Enter Esc e +300 BS BS Enter G g Space b Esc W +500 Esc',
  'policy licences':
    '6 j*7 Enter +500 a "MIT" Enter +300 Esc a "GPL-3" +200 ".0" Enter +300 x j x u G x Esc +200 W +500 q',
  'policy paste':
    '6 G Enter +500 a ~"one-package\\ntwo-package\\nthree, four" +300 Enter +300 Esc W +500 f f Esc : "revert all" Enter +500 y',
  'policy write': `6 + + W +500 Enter +300 1 2 BS BS 1 +300 y +500 ${YES} +3000 Z +500 j Enter +300 Esc Space j Space Enter +300 Esc R +500 Esc Esc`,
  'policy loosen': `6 Left Left j j Right W +500 y 1 y +600 BS 2 +400 ${YES}`,
  'policy restore': `6 + W ${YES} +3000 + + W ${YES} +3000 Z +500 j R +500 y +300 W +500 1 ${YES} +3000 Z q`,
  'policy conflict': `6 + + !policy:min_scorecard=9 r +3000 W +500 Enter +500 j k Esc Enter +500 Down Enter +500 Z Esc Enter +500 Enter +500 W +500 1 +400 ${YES} +1000 Esc`,
  'policy conflict in lists': `6 G k Enter +500 a "mine" Enter +300 Esc !blocked:theirs r +3000 W +500 ${YES} +2000 Esc`,
  'policy changed in the end': `6 + W +500 !policy:min_scorecard=8 +500 y +3000 Esc Esc W +500 t Enter +500 y +3000`,
  'policy files':
    '6 + : "export policy" +200 Enter +500 Down Enter +500 Enter +800 : "import policy" +200 Enter +500 C-u "~/in.json" Enter +800 W +500 Esc Esc : "export policy" Enter +500 Enter +500 C-u "/nowhere/x" Enter +500 Esc',
  'saved filters':
    '3 / "host:ci*" Enter : "save" +200 Enter +500 "mine" Enter +300 Esc Esc : "mine" +300 Enter +300 : "forget" +300 Enter +500 y Esc',
  'query help':
    '2 / "package:" +200 Tab +200 BS "xx:yy" +200 Enter +200 / C-u "since:1d time:10:00..11:00" Enter Esc Esc / "(" Enter Esc',
  quit: '3 Space S +500 Esc q',
  'quit while writing': '!hang:PUT_/registered 3 j S +500 Enter +500 y +300 q +500 Esc +300 C-c +600 C-c',
  'lines in one piece': '3 j|j|S|Enter +500 /|c|i|Enter +300 Esc|Esc 2|b|v +300 y|y +500 Esc',
  'soon after opening': '3 j S y y +100 y +400 Enter y +200 y +500 y +2500 D y Enter Esc',
};

/** What happens to data and server meanwhile. */
const TROUBLES: Readonly<Record<string, string>> = {
  'row gone': `3 j*5 !gone:5 r +3000 S +500 Enter ${YES} Esc j D +500 Enter +500 Esc`,
  'row gone in a dialog': `3 j*5 S +500 !gone:5 +60000 Enter +500 y +3000 Esc Esc`,
  'row gone on its page': '3 j*5 Enter +800 !gone:5 r +3000 Esc j k S +500 Esc',
  'marked row gone': `3 Space Space Space !gone:1 r +3000 S +500 Enter +500 Enter ${YES} +3000 Esc`,
  'row filtered away': `3 f +300 Down Enter j j !suspend:3 r +3000 S +500 Esc D +500 Esc Esc`,
  'sorted row moves': '3 s +300 Up Enter j j !suspend:0 !suspend:8 r +3000 Enter +500 Esc S +500 Esc',
  'changed by another': `3 j !suspend:1 S +500 Enter ${YES} Esc r +3000 S +500 Enter ${YES} Esc`,
  'policy forbidden': '!403:GET_/policy 6 +3000 j Enter + W Esc 3 +300 1',
  'events forbidden': '!403:GET_/events 2 +5000 1 3 Enter +1000 Esc ! +500 Esc',
  'agents forbidden': '!403:GET_/registered 3 +5000 S +500 Esc 1 !well r +5000 3',
  'writes forbidden': `!403:PUT 3 j S +500 Enter ${YES} Esc 6 + W ${YES} +3000 Esc : "messages" Enter +300 Esc`,
  'key refused': '!401:GET +5000 3 r +5000 !well r +60000',
  hanging: '!hang:GET_/registered 3 +40000 r +40000 !well +60000',
  'hanging write': `!hang:PUT 3 j S +500 Enter ${YES} +40000 !well +60000 Esc : "results" Enter +500 Esc`,
  'reset write': `!reset:PUT 3 j S +500 Enter ${YES} +40000 Esc 6 + W ${YES} +30000 !well +30000 Esc`,
  'down and up': '!down +10000 3 2 ! +300 Esc !up +120000 !down +60000 r !up +90000',
  'failing server': '!500:GET +20000 1 2 3 4 5 6 ! +500 Esc !well +90000 2',
  'busy server': '!429:GET_/events +20000 2 3 !well +90000',
  'total too large': '!total:GET_/registered=7 !total:GET_/events=50 3 +5000 2 G +5000 g',
  'total too small':
    '!total:GET_/registered=-7 !total:GET_/events=-350 !total:GET_/sessions=-9 3 +5000 2 G +5000 4 +3000 5 +3000',
  'a long time': '+60000 3 +300000 4 +200000 5 +200000 2 +60000 1 +600000 6 +60000',
  'lists read for long': '2 +30000 4 +30000 5 +30000 3 +30000 6 +30000 1 +30000',
};

/** Two write otherwise of the same elements of a list. */
const DISPUTED = `!blocked:{"name":"aa","why":1} !blocked:{"name":"bb","why":1} 6 +2000 G k Enter +500 G Enter +300 BS BS "2}" Enter +300 k Enter +300 BS BS "5}" Enter +300 Esc !blocked:{"name":"bb","why":3} !blocked:{"name":"aa","why":4} r +3000 Enter +500 j k m j t M T m e +300 BS BS "7}" Enter +300 G Space b Enter +500 W +500 ${YES} Esc`;

const SUSPEND = `S +500 Enter ${YES}`;
const POLICY = `W ${YES}`;

/** Changes of which it is not known for a while what became of them. */
const WRITES: Readonly<Record<string, string>> = {
  'carried out late': `!late:PUT=30000 3 j ${SUSPEND} +15000 Esc !well +60000 r +30000 : "results" Enter +500 Esc : "journal" Enter +500 Enter Esc Esc`,
  'refused, carried out late': `!late:PUT=20000 !403:PUT 3 j ${SUSPEND} Esc !well r +60000 : "journal" Enter +500 Esc`,
  'carried out late, asked for again': `!late:PUT=60000 3 j ${SUSPEND} +15000 Esc !well ${SUSPEND} +10000 Esc +60000 r +5000 : "journal" Enter +500 Esc`,
  'carried out late over its opposite': `!late:PUT=60000 3 j ${SUSPEND} +15000 Esc !well ${SUSPEND} +9000 Esc S +500 Enter ${YES} +9000 Esc +60000 r +5000 r +60000 : "journal" Enter +500 Esc`,
  'done by another after all': `!reset:PUT 3 j ${SUSPEND} +15000 Esc !well +5000 !suspend:1 r +9000 !activate:1 r +9000 !suspend:1 r +9000`,
  'undone by another': `3 j ${SUSPEND} +9000 Esc !activate:1 r +60000 !suspend:1 r +9000 : "undo" Enter ${YES}`,
  'deleted late': `!late:DELETE=20000 3 j D +500 Enter +500 Enter ${YES} +15000 Esc !well r +60000 : "journal" Enter +500 Esc`,
  'several late': `!late:PUT=40000 3 Space Space Space S +500 Enter +500 Enter ${YES} +60000 !well r +60000 Esc : "results" Enter +500 r +5000 s +5000 Esc Esc`,
  'policy late': `!late:PUT=30000 6 + ${POLICY} +20000 !well r +60000 Z +500 Esc`,
  'policy late over another': `!late:PUT=40000 6 + ${POLICY} +20000 Esc !well j + ${POLICY} +9000 Esc +60000 r +9000 W +500 Esc Z +500 Esc`,
  'policy overwritten by another': `6 + ${POLICY} +5000 !policy:min_scorecard=2 r +30000 W +500 Esc !policy:review_scorecard=2 r +9000 Z +500 Esc`,
  'in the last moment of grace': `3 j S +500 Enter +330 y +500 y +2500 Esc j S +500 Enter +342 y +2500 D +330 Enter +345 y Esc 6 + W +330 y +3000`,
};

/** What was done in a session before, and what becomes of it in the next one. */
const AGAIN: Readonly<Record<string, readonly [earlier: string, steps: string]>> = {
  view: [
    '3 s +300 Down Enter / "ci" Enter Space j 2 b T +300 Down Enter p = 4 u i s +300 Down Enter 5 v 6 p t 3',
    '1 2 3 4 5 6 2 / Up Up Enter - 3 Space',
  ],
  acknowledged: ['2 v a e +500 y +500 j e +500 y +500', '1 +2000 2 v a E E'],
  'saved filters': [
    '3 / "host:ci*" Enter : "save" +200 Enter +500 "mine" Enter +300',
    '3 : "mine" +300 Enter +300 Esc : "forget" +300 Enter +500 Enter +500 y',
  ],
  draft: [
    '6 + + G k Enter +500 a "mine" Enter +300 Esc',
    '6 +2000 W +500 Esc G u : "revert all" Enter +500 y',
  ],
  'draft that another overtook': [
    '6 + + j +',
    '!policy:min_scorecard=9 6 +3000 W +500 Enter +500 Down Enter +500 W +500 Esc',
  ],
  'draft that another wrote': ['6 + +', '!policy:min_scorecard=5 6 +3000 W +500 Esc'],
  versions: [
    `6 + ${POLICY} +3000 + ${POLICY} +3000`,
    `6 Z +500 j Enter +300 Esc R ${YES} +300 W +500 1 +400 ${YES} +3000 Z`,
  ],
  undo: [`3 j ${SUSPEND}`, `3 : "undo" Enter ${YES} +9000 : "journal" Enter +500 Enter Esc Esc`],
  'cut off': [
    '!hang:PUT 3 j S +500 Enter +500 y +300 C-c +600 C-c',
    '+5000 3 r +9000 : "journal" Enter +500 Enter Esc Esc : "messages" Enter Esc',
  ],
  'cut off, carried out': [
    '!hang:PUT 3 j S +500 Enter +500 y +300 C-c +600 C-c',
    '!suspend:1 +5000 3 : "journal" Enter +500 Enter Esc Esc',
  ],
  'cut off in the policy': [
    '!hang:PUT 6 + W +500 y +300 C-c +600 C-c',
    '!policy:min_scorecard=4.5 6 +9000 W +500 Esc : "journal" Enter +500 Esc',
  ],
  unknown: [`!reset:PUT 3 j ${SUSPEND} +20000`, '!suspend:1 3 +9000 r +9000 : "journal" Enter +500 Esc'],
};

/** Something of all. */
const TOUR = `1 2 3 4 5 6 +20000 2 / "npm" Enter 3 j ${SUSPEND} +18000 Esc 6 + ${POLICY} +18000 4 Enter +3000 Esc 4 +200000`;

/** Each variant of what the specification leaves open that is not played elsewhere. */
const CHOICES =
  'event-order=id-hash event-order=reshuffled agent-order=oldest-first agent-order=hostname agent-order=id-hash session-order=oldest-first session-order=created-first session-order=reshuffled session-id=numeric session-id=session-id rate-reset=epoch-milliseconds rate-reset=delta-milliseconds rate-reset=window-seconds rate-reset=http-date retry-after=milliseconds retry-after=http-date retry-after-when-free=until-reset page-maximum=clamp-1000 page-maximum=reject-100 page-maximum=reject-1000 until-bound=inclusive bound-precision=second session-date=modified session-days=utc time-zone-format=offset calendar-until=exclusive calendar-bounds=required subagent-counts=included session-clients=bare session-clients=short-names session-clients=paged llm-envelope=data llm-envelope=bare llm-fields=nested llm-fields=other-units blocked-lists=merge blocked-elements=objects unknown-rule=ignore soft-delete=hidden soft-delete=gone soft-delete=keeps-status leaving-deleted=allowed delete-answer=agent unknown-id=bad-request summary-period=1d';

const screens = (
  kind: string,
  all: Readonly<Record<string, string>>,
  more: Partial<Script> = {},
): readonly Script[] =>
  Object.entries(all).map(([name, steps]) => ({
    name: `${kind}: ${name}`,
    args: ['--write'],
    size: USUAL,
    steps,
    ...more,
    files: { 'in.json': '{"rules": {"min_scorecard": 6, "typosquat_action": "review"}}', ...more.files },
  }));

const SERVICES: Readonly<Record<string, string>> = {
  faults:
    '--fault error-500=0.2 --fault reset=0.1 --fault slow=0.1 --fault damaged-row=0.2 --fault malformed-json=0.1',
  'lost answers': '--fault lost-answer=0.3 --fault late-write=0.2 --fault duplicate=0.3 --fault hang=0.1',
  'small quota': '--quota 40 --window 60',
  choices:
    '--choice event-order=oldest-first --choice agent-order=reshuffled --choice session-order=id-hash --choice page-maximum=clamp-20 --choice rate-reset=delta-seconds',
  'other choices':
    '--choice event-order=arrival --choice agent-order=last-seen --choice llm-order=oldest-first --choice time-precision=milliseconds --choice since-bound=inclusive --choice agent-wrapping=wrapped --choice session-wrapping=wrapped',
  live: '--rate 2',
};

const NATIVE = [...'123456jjjjkkkgGpzwtfsobvaiAEeFMJKOTcHuUxynNWZDSBh*!?:/-=+0123r%{}'];
const NAMED = [
  'Enter',
  'Enter',
  'Enter',
  'Esc',
  'Esc',
  'Tab',
  'S-Tab',
  'Up',
  'Down',
  'Left',
  'Right',
  'Space',
  'PgDn',
  'C-d',
  'C-u',
  'C-l',
  'Home',
  'End',
  'BS',
  '+450',
  '+1500',
];

/** Keys as they come, always the same ones for a seed. */
function randomKeys(seed: number, length: number): string {
  const random = drawing(seed);
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  return Array.from({ length }, () => {
    const kind = random();
    return kind < 0.6
      ? one(NATIVE)
      : kind < 0.93
        ? one(NAMED)
        : kind < 0.96
          ? `"${one(['ci', 'npm', 'host:a', 'why', '12'])}"`
          : kind < 0.98
            ? `@${one(SIZES)}`
            : one([
                '!gone:4',
                '!suspend:2',
                '!policy:min_scorecard=3',
                '!500:GET_/registered',
                '!well',
                '!well',
                '~"a\\nb"',
              ]);
  }).join(' ');
}

const RANDOM = Array.from({ length: 48 }, (_none, seed): Script => {
  const service = Object.entries(SERVICES)[seed % 8];
  return {
    name: `random: ${seed} ${service?.[0] ?? 'plain'}`,
    args: ['--write', ...(seed % 6 === 5 ? ['--accessible'] : [])],
    size: SIZES[seed % SIZES.length] ?? USUAL,
    steps: randomKeys(seed, 120),
    ...(service !== undefined && { serve: service[1] }),
    ...(seed % 4 === 3 && { slowness: 0.4 }),
  };
});

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  events: ['events'],
  'events json': ['events', '--json', '--limit', '20'],
  'events csv': ['events', '--csv', '--since', '2d', '--outcome', 'block'],
  'events window': [
    'events',
    '--since',
    '2026-02-20',
    '--until',
    '2026-03-01',
    '--ecosystem',
    'npm',
    '--json',
  ],
  'events follow': ['events', '--follow', '--json'],
  'agents list': ['agents', 'list'],
  'agents list json': ['agents', 'list', '--json'],
  'agents list csv': ['agents', 'list', '--csv'],
  'agents show': ['agents', 'show', '{agent:4}'],
  'agents suspend': ['agents', 'suspend', '{agent:4}', '{agent:6}', '--write', '--yes', '--reason', 'why'],
  'agents activate': ['agents', 'activate', '{agent:5}', '--write', '--yes', '--json'],
  'agents delete': ['agents', 'delete', '--hard', '{agent:15}', 'nobody', '--write', '--yes'],
  'agents delete from input': ['agents', 'delete', '-', '--write', '--yes', '--json'],
  'agents without writing': ['agents', 'suspend', '{agent:4}', '--yes'],
  'policy show': ['policy', 'show'],
  'policy show json': ['policy', 'show', '--json'],
  'policy diff': ['policy', 'diff', '{home}/in.json'],
  'policy apply': ['policy', 'apply', '{home}/in.json', '--write', '--yes'],
  'policy apply json': ['policy', 'apply', '-', '--write', '--yes', '--json'],
  doctor: ['doctor'],
  'doctor json': ['doctor', '--json'],
  journal: ['journal'],
};

const SITUATIONS: Readonly<Record<string, Partial<Script>>> = {
  well: {},
  down: { steps: '!down' },
  'back soon': { steps: '!down +3000 !up' },
  forbidden: { steps: '!403:' },
  'key refused': { steps: '!401:' },
  failing: { steps: '!500:' },
  busy: { steps: '!429:' },
  hanging: { steps: '!hang:' },
  'no writes': { steps: '!403:PUT !403:DELETE' },
  'lost writes': { serve: '--fault lost-answer=0.5 --fault late-write=0.3 --fault slow=0.3' },
  faults: { serve: SERVICES['faults'] ?? '' },
  choices: { serve: SERVICES['choices'] ?? '' },
  'small pages': { serve: `${SERVICES['other choices']} --choice page-maximum=clamp-20` },
  'small quota': { serve: '--quota 3 --window 60' },
  reader: { isReader: true },
};

/** Commands that end by themselves, or are told to after a while. */
const commandScripts = (): readonly Script[] =>
  Object.entries(COMMANDS).flatMap(([name, args]) =>
    Object.entries(SITUATIONS).map(([situation, more]): Script => ({
      name: `command: ${name}, ${situation}`,
      args,
      ...more,
      ...(args.includes('-') && { stdin: name.startsWith('policy') ? IN : '{agent:4}\n{agent:13}\n\n' }),
      files: { 'in.json': IN },
      steps: `${more.steps ?? ''}${args.includes('--follow') ? ' +20000 !suspend:3 +20000 !sigint +5000' : ''}`,
    })),
  );

const IN = '{"rules": {"min_scorecard": 3, "require_provenance": true}, "blocked_packages": ["left-pad"]}';

const OTHERS: Readonly<Record<string, readonly string[]>> = {
  help: ['--help'],
  version: ['--version'],
  'help of events': ['events', '--help'],
  'help of writes': ['help', 'agents', 'suspend'],
  unknown: ['agnets'],
  'unknown flag': ['events', '--fellow'],
  'wrong time': ['events', '--since', 'soon'],
  'wrong limit': ['events', '--limit', '-3'],
  'console without a terminal': ['--write'],
  'missing file': ['policy', 'diff', '{home}/nothing.json'],
  'damaged file': ['policy', 'apply', '{home}/bad.json', '--write', '--yes'],
  config: ['config', 'path'],
  'config schema': ['config', 'schema'],
  'config init': ['config', 'init'],
  'bash completion': ['completions', 'bash'],
  'zsh completion': ['completions', 'zsh'],
  'fish completion': ['completions', 'fish'],
  man: ['man'],
};

export const SCRIPTS: readonly Script[] = [
  ...screens('list', LISTS),
  ...screens('list aloud', LISTS, { args: ['--write', '--accessible'] }),
  ...screens('list in slices', LISTS, { slowness: 0.7, serve: '--events 3000 --rate 1', size: '80x24' }),
  ...screens('dialog', DIALOGS),
  ...screens('dialog, small', DIALOGS, { size: '60x15' }),
  ...screens('dialog aloud', DIALOGS, { args: ['--write', '--accessible'] }),
  ...screens('dialog read-only', DIALOGS, { args: ['--read-only'], size: '160x45' }),
  ...screens('trouble', TROUBLES),
  ...screens('trouble aloud', TROUBLES, { args: ['--write', '--accessible'], serve: '--rate 1' }),
  ...screens('write', WRITES),
  ...screens('write aloud', WRITES, { args: ['--write', '--accessible'] }),
  ...Object.entries(AGAIN).flatMap(([name, [earlier, steps]]) =>
    screens('again', { [name]: steps }, { earlier }),
  ),
  ...CHOICES.split(' ').flatMap((choice) =>
    screens(
      'choice',
      { [choice]: `${TOUR} D +500 Enter +500 Enter ${YES} +5000 r +9000 4 c +1000 Esc d +500 Esc 5 +9000` },
      { serve: `--quota 120 --choice ${choice}` },
    ),
  ),
  ...screens('service', { 'disputed elements': DISPUTED }, { serve: '--choice blocked-elements=as-sent' }),
  ...Object.entries(SERVICES).flatMap(([service, serve]) =>
    screens('service', { [service]: TOUR }, { serve }),
  ),
  ...screens('size', {
    'of lists': `${SIZES.map((size) => `@${size} 1 2 p p 3 Enter +300 Esc 4 5 6`).join(' ')}`,
    'of dialogs': ['?', '3 S', ': ', '2 H', '6 W', '4 d', '6 Z', '4 Enter', '2 f', '3 D']
      .map((keys) => `${keys} +500 ${SIZES.map((size) => `@${size}`).join(' ')} +100 Esc Esc`)
      .join(' '),
  }),
  ...screens('looks', { ascii: '1 2 3 4 5 6 ? +300 Esc' }, { args: ['--ascii'] }),
  ...screens(
    'looks',
    { light: '1 2 3 4 5 6 ? +300 Esc' },
    { args: ['--background', 'light', '--tab', 'policy'] },
  ),
  ...screens('looks', { 'no colour': '1 2 3 4 5 6 ? +300 Esc' }, { environment: { NO_COLOR: '1' } }),
  ...screens(
    'looks',
    { 'bell and keys': '2 +20000 X +300 3 j X +500 Esc' },
    {
      serve: '--rate 3',
      files: {
        '.config/vigil/config.json': '{"alerts": {"block": "bell"}, "keys": {"agents.change-status": ["X"]}}',
      },
    },
  ),
  ...RANDOM,
  ...commandScripts(),
  ...Object.entries(OTHERS).map(([name, args]): Script => ({
    name: `command line: ${name}`,
    args,
    steps: '',
    files: { 'bad.json': '{' },
  })),
  ...['list', 'show {agent:4}', 'suspend {agent:4} --write'].map((words): Script => ({
    name: `on a terminal: agents ${words}`,
    args: ['agents', ...words.split(' ')],
    size: '100x30',
    steps: '+1000 y Enter +3000',
  })),
];
