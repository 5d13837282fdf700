import { describe, expect, it } from 'vitest';

import { profileOf, type RecordKind } from '../../src/lib/text-fields.ts';
import { flatEntries } from '../../src/lib/flat-record.ts';
import { AGENT } from '../fixtures/agent.ts';
import { EVENT } from '../fixtures/event.ts';
import { HEALTH } from '../fixtures/health.ts';
import { POLICY } from '../fixtures/policy.ts';
import { SESSION } from '../fixtures/session.ts';

/** The fields of each kind that people wrote for people; all others name something. */
const PROSE: Readonly<Partial<Record<RecordKind, readonly string[]>>> = {
  agent: ['registration_key_name', 'clone_reason'],
  session: ['first_prompt'],
  event: ['payload.reasons'],
  policy: ['name'],
};

describe('which text is prose, and which names something', () => {
  it.each([
    ['agent', AGENT],
    ['session', SESSION],
    ['event', EVENT],
    ['policy', POLICY],
    ['health', HEALTH],
  ] as const)('is said of every field of the specification: %s', (kind, record) => {
    const texts = flatEntries(record)
      .filter(
        ([, value]) => typeof value === 'string' || (Array.isArray(value) && typeof value[0] === 'string'),
      )
      .map(([path]) => path)
      .filter((path) => !path.startsWith('blocked_') && !path.startsWith('metadata'));
    expect(texts.length).toBeGreaterThan(3);
    for (const path of texts) {
      expect([path, profileOf(kind, path)]).toEqual([
        path,
        PROSE[kind]?.includes(path) === true ? 'cell' : 'ident',
      ]);
    }
  });

  it.each([
    ['element', 'name', 'ident'],
    ['element', 'package_name', 'ident'],
    ['element', 'added_by', 'ident'],
    ['element', 'reason', 'cell'],
    ['element', 'note', 'cell'],
    ['call', 'model', 'ident'],
    ['call', 'usage.model_name', 'ident'],
    ['call', 'prompt', 'cell'],
    ['event', 'metadata.branch', 'ident'],
    ['event', 'metadata.remark', 'cell'],
    ['journal', 'reason', 'cell'],
    ['any', 'registration_key_name', 'cell'],
    // Of a policy it is prose, and of everything else it names something.
    ['any', 'name', 'ident'],
    ['any', 'constructor', 'cell'],
    ['policy', 'constructor', 'cell'],
  ] as const)('%s: %s is %s', (kind, path, profile) => {
    expect(profileOf(kind, path)).toBe(profile);
  });
});
