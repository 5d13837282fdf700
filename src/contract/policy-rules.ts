/**
 * The ten rules of a policy as data: what each means, which values it takes and which way is stricter. The editor, the
 * service's validation and the documentation are made from it ("Policy", table of rules).
 */

interface RuleBase {
  readonly name: string;
  readonly meaning: string;
}

export interface NumberRule extends RuleBase {
  readonly kind: 'number';
  readonly min: number;
  /** Undefined where the specification gives no upper bound. */
  readonly max: number | undefined;
  readonly whole: boolean;
  /** What one press of + or - changes. */
  readonly step: number;
  readonly unit: string;
  readonly stricter: 'higher' | 'lower';
}

export interface FlagRule extends RuleBase {
  readonly kind: 'flag';
  /** The value under which more is blocked. */
  readonly stricter: boolean;
}

export interface ChoiceRule extends RuleBase {
  readonly kind: 'choice';
  /** From the laxest to the strictest. */
  readonly choices: readonly string[];
}

export interface LicenceListRule extends RuleBase {
  readonly kind: 'licences';
}

export type PolicyRule = NumberRule | FlagRule | ChoiceRule | LicenceListRule;

export const POLICY_RULES: readonly PolicyRule[] = [
  {
    name: 'min_scorecard',
    kind: 'number',
    meaning: 'Packages with a supply-chain scorecard below this are blocked',
    min: 0,
    max: 10,
    whole: false,
    step: 0.5,
    unit: 'points',
    stricter: 'higher',
  },
  {
    name: 'review_scorecard',
    kind: 'number',
    meaning: 'Packages with a scorecard below this go to review',
    min: 0,
    max: 10,
    whole: false,
    step: 0.5,
    unit: 'points',
    stricter: 'higher',
  },
  {
    name: 'max_known_vulnerabilities',
    kind: 'number',
    meaning: 'Known vulnerabilities a package may have',
    min: 0,
    max: undefined,
    whole: true,
    step: 1,
    unit: 'vulnerabilities',
    stricter: 'lower',
  },
  {
    name: 'block_on_critical_vuln',
    kind: 'flag',
    meaning: 'Block packages with a critical vulnerability',
    stricter: true,
  },
  { name: 'require_provenance', kind: 'flag', meaning: 'Require build provenance', stricter: true },
  {
    name: 'allow_provenance_fallback',
    kind: 'flag',
    meaning: 'Allow a package whose provenance cannot be verified',
    stricter: false,
  },
  {
    name: 'review_on_new_package_days',
    kind: 'number',
    meaning: 'Packages newer than this go to review',
    min: 0,
    max: undefined,
    whole: true,
    step: 1,
    unit: 'days',
    stricter: 'higher',
  },
  { name: 'allowed_licenses', kind: 'licences', meaning: 'SPDX licences a package may have' },
  {
    name: 'typosquat_action',
    kind: 'choice',
    meaning: 'What happens to a name that looks like a popular one',
    choices: ['review', 'block'],
  },
  {
    name: 'typosquat_threshold',
    kind: 'number',
    meaning: 'Similarity from which a name counts as a typosquat',
    min: 0,
    max: 1,
    whole: false,
    step: 0.05,
    unit: 'similarity',
    stricter: 'lower',
  },
];

/** The rule of that name, or undefined for a rule that the specification does not have. */
export function findPolicyRule(name: string): PolicyRule | undefined {
  return POLICY_RULES.find((rule) => rule.name === name);
}

/** What a rule accepts, in words that fit into a sentence: "a number from 0 to 10". */
export function describeAllowed(rule: PolicyRule): string {
  switch (rule.kind) {
    case 'number': {
      const noun = rule.whole ? 'a whole number' : 'a number';
      return rule.max === undefined
        ? `${noun} of ${rule.min} or more`
        : `${noun} from ${rule.min} to ${rule.max}`;
    }
    case 'flag':
      return 'true or false';
    case 'choice':
      return `one of ${rule.choices.join(', ')}`;
    case 'licences':
      return 'an array of SPDX licence identifiers';
  }
}

/** Why a value cannot be stored under a rule, as a sentence without its name; undefined when it can. */
export function findRuleProblem(rule: PolicyRule, value: unknown): string | undefined {
  return isAllowed(rule, value) ? undefined : `must be ${describeAllowed(rule)}`;
}

function isAllowed(rule: PolicyRule, value: unknown): boolean {
  switch (rule.kind) {
    case 'number':
      return (
        typeof value === 'number' &&
        Number.isFinite(value) &&
        value >= rule.min &&
        value <= (rule.max ?? Number.MAX_SAFE_INTEGER) &&
        (!rule.whole || Number.isInteger(value))
      );
    case 'flag':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value === 'string' && rule.choices.includes(value);
    case 'licences':
      return Array.isArray(value) && value.every((item) => typeof item === 'string' && item.trim() !== '');
  }
}
