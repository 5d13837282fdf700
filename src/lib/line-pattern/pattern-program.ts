import type { CharacterTest } from './character-test.ts';
import { PatternError, type PatternNode, type PatternPlace } from './pattern-syntax.ts';

/** One step of a program: a character, a place, one of two ways, of which the first is tried first, or the end. */
export type Step =
  | { readonly kind: 'character'; readonly test: CharacterTest }
  | { readonly kind: 'place'; readonly place: PatternPlace }
  | { readonly kind: 'either'; first: number; second: number }
  | { readonly kind: 'go'; to: number }
  | { readonly kind: 'end' };

/** So many steps at most: each character of a text takes as many. */
const MOST_STEPS = 2000;

/** The steps of a pattern, repetitions spelled out. Throws a PatternError for one that has too many. */
export function compilePattern(node: PatternNode): readonly Step[] {
  const steps: Step[] = [];
  const add = <Added extends Step>(step: Added): Added => {
    if (steps.length >= MOST_STEPS) {
      throw new PatternError(0, 'It is too large: less of it has to be repeated less often.');
    }
    steps.push(step);
    return step;
  };
  addNode(node, { add, next: () => steps.length });
  add({ kind: 'end' });
  return steps;
}

interface Program {
  readonly add: <Added extends Step>(step: Added) => Added;
  readonly next: () => number;
}

function addNode(node: PatternNode, program: Program): void {
  switch (node.kind) {
    case 'character':
    case 'place':
      program.add(node);
      break;
    case 'sequence':
      node.parts.forEach((part) => addNode(part, program));
      break;
    case 'either':
      addBranches(node.branches, program);
      break;
    case 'repeat':
      addRepeated(node, program);
      break;
  }
}

function addBranches([first, ...others]: readonly PatternNode[], program: Program): void {
  if (first === undefined) {
    return;
  }
  if (others.length === 0) {
    addNode(first, program);
    return;
  }
  const fork = program.add({ kind: 'either', first: program.next() + 1, second: 0 });
  addNode(first, program);
  const end = program.add({ kind: 'go', to: 0 });
  fork.second = program.next();
  addBranches(others, program);
  end.to = program.next();
}

function addRepeated(
  { part, least, most, isGreedy }: Extract<PatternNode, { kind: 'repeat' }>,
  program: Program,
): void {
  const fork = () => program.add({ kind: 'either', first: program.next() + 1, second: program.next() + 1 });
  const leave = (way: ReturnType<typeof fork>) => {
    way[isGreedy ? 'second' : 'first'] = program.next();
  };
  for (let time = 0; time < least; time++) {
    addNode(part, program);
  }
  if (most === Number.POSITIVE_INFINITY) {
    const again = program.next();
    const way = fork();
    addNode(part, program);
    program.add({ kind: 'go', to: again });
    leave(way);
    return;
  }
  const ways: ReturnType<typeof fork>[] = [];
  for (let time = least; time < most; time++) {
    ways.push(fork());
    addNode(part, program);
  }
  ways.forEach(leave);
}
