import type { Ecosystem } from '../../contract/values.ts';

/** A command that checks the code, and what it prints. */
export interface Check {
  readonly command: string;
  readonly passing: readonly string[];
  readonly failing: readonly string[];
}

/** How code and tools look in a language: what transcripts quote. Slots as in `session-phrases.ts`. */
export interface CodeStyle {
  readonly language: string;
  readonly sourceFiles: readonly string[];
  readonly testFiles: readonly string[];
  readonly checks: readonly Check[];
  readonly snippets: readonly string[];
  /** Lines that call `{function}`. */
  readonly uses: readonly string[];
  /** Whether names in this language are written like_this. */
  readonly snakeCase: boolean;
}

const typescript: CodeStyle = {
  language: 'ts',
  sourceFiles: [
    'src/{topic}/{topic}-service.ts',
    'src/{topic}/index.ts',
    'src/api/{topic}.ts',
    'src/lib/{other}.ts',
    'src/components/{topic}-list.tsx',
    'src/hooks/use-{topic}.ts',
  ],
  testFiles: ['test/{topic}.test.ts', 'src/{topic}/{topic}-service.test.ts', 'test/api/{topic}.test.ts'],
  snippets: [
    'interface {type} {\n  readonly id: string;\n  readonly {other}: readonly string[];\n  readonly updatedAt: Date;\n}',
    'const pages = await Promise.all(\n  ids.map((id) => limit(() => {function}(id))),\n);\nreturn pages.filter((page) => page !== undefined);',
    "if (cache.has(id)) {\n  metrics.increment('{topic}.cache.hit');\n  return cache.get(id);\n}",
    "logger.warn({ {topic}Id: id, cause }, '{other} failed, using the last known {topic}');",
    'export async function {function}(id: string): Promise<{type} | undefined> {\n  const row = await store.find(id);\n  if (row === undefined) {\n    return undefined;\n  }\n  return parse{type}(row);\n}',
    "const {topic} = await {function}(request.params.id);\nif ({topic} === undefined) {\n  return reply.code(404).send({ error: 'no such {topic}' });\n}",
    "it('keeps the {other} when the {topic} is missing', async () => {\n  const result = await {function}('missing');\n  expect(result).toBeUndefined();\n});",
    'for (let attempt = 1; attempt <= {number}; attempt++) {\n  try {\n    return await {function}(id);\n  } catch (cause) {\n    if (!isTransient(cause)) throw cause;\n    await delay(100 * 2 ** attempt);\n  }\n}',
  ],
  checks: [
    {
      command: 'npx vitest run {test}',
      passing: [
        ' ✓ {test} ({number} tests) {number}4ms\n\n Test Files  1 passed (1)\n   Duration  1.{number}4s',
        ' ✓ {test} (1{number} tests) 1{number}0ms\n\n Test Files  1 passed (1)\n   Duration  2.{number}1s',
      ],
      failing: [
        " FAIL  {test} > {function} > returns the {topic}\nAssertionError: expected undefined to deeply equal { id: '{topic}-{number}' }\n ❯ {test}:{number}7:21\n\n Tests  1 failed | {number}1 passed",
        ' FAIL  {test} > {function} > keeps the order\nError: Test timed out in 5000ms.\n ❯ {test}:1{number}:3\n\n Tests  1 failed | {number} passed',
      ],
    },
    {
      command: 'npx tsc --noEmit',
      passing: [''],
      failing: [
        "{file}({number}2,1{number}): error TS2345: Argument of type 'string | undefined' is not assignable to parameter of type 'string'.",
        "{test}({number},5): error TS2741: Property '{other}' is missing in type '{ id: string; }' but required in type '{type}'.",
      ],
    },
    {
      command: 'npm run lint',
      passing: ['\n> {project}@1.{number}.0 lint\n> eslint .\n'],
      failing: [
        "{file}\n  {number}1:7  error  '{topic}' is assigned a value but never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)",
      ],
    },
  ],
  uses: [
    'const {topic} = await {function}(id);',
    'return {function}(request.params.id);',
    "import { {function} } from './{topic}';",
    "expect(await {function}('a')).toBeDefined();",
  ],
  snakeCase: false,
};

const python: CodeStyle = {
  language: 'python',
  sourceFiles: [
    '{package}/{topic}.py',
    '{package}/{topic}/service.py',
    '{package}/{other}/reader.py',
    '{package}/jobs/{topic}_job.py',
    '{package}/models/{topic}.py',
  ],
  testFiles: ['tests/test_{topic}.py', 'tests/jobs/test_{topic}_job.py', 'tests/test_{other}.py'],
  snippets: [
    '@dataclass(frozen=True)\nclass {type}:\n    key: str\n    {other}: tuple[str, ...] = ()\n    updated_at: datetime | None = None',
    'try:\n    {topic} = {function}(batch)\nexcept TimeoutError as cause:\n    raise {type}Unavailable(batch.id) from cause',
    'logger.warning("{other} failed", extra={"{topic}_id": key, "attempt": attempt})',
    'def upgrade() -> None:\n    op.add_column("{topic}", sa.Column("{other}", sa.Text(), nullable=True))\n    op.create_index("ix_{topic}_{other}", "{topic}", ["{other}"])',
    'def {function}(rows: Iterable[{type}]) -> Iterator[{type}]:\n    seen: set[str] = set()\n    for row in rows:\n        if row.key in seen:\n            continue\n        seen.add(row.key)\n        yield row',
    'with session.begin():\n    {topic} = session.get({type}, key)\n    if {topic} is None:\n        raise LookupError(f"no {topic} {key!r}")\n    {topic}.touch(now)',
    '@pytest.mark.parametrize("value", ["", " ", None])\ndef test_{function}_rejects_empty(value):\n    with pytest.raises(ValueError):\n        {function}(value)',
    'frame = (\n    frame.filter(pl.col("{topic}").is_not_null())\n    .group_by("{other}")\n    .agg(pl.len().alias("rows"))\n)',
  ],
  checks: [
    {
      command: 'pytest -q {test}',
      passing: [
        '{number}2 passed in 1.{number}3s',
        '........................                                  [100%]\n24 passed, {number} skipped in 3.{number}1s',
      ],
      failing: [
        'FAILED {test}::test_{function}_keeps_order - AssertionError: assert [{number}, 1] == [1, {number}]\n1 failed, {number}4 passed in 2.{number}0s',
        "E       LookupError: no {topic} 'a-{number}'\n\n{file}:{number}3: LookupError\n1 failed, 1{number} passed in 0.{number}8s",
      ],
    },
    {
      command: 'ruff check .',
      passing: ['All checks passed!'],
      failing: [
        '{file}:{number}4:9: F841 Local variable `{topic}` is assigned to but never used\nFound 1 error.',
      ],
    },
    {
      command: 'mypy {file}',
      passing: ['Success: no issues found in 1 source file'],
      failing: [
        '{file}:{number}8: error: Item "None" of "{type} | None" has no attribute "{other}"  [union-attr]',
      ],
    },
  ],
  uses: [
    '    rows = {function}(rows)',
    'from {package}.{topic} import {function}',
    '    assert list({function}([])) == []',
    '    for row in {function}(batch):',
  ],
  snakeCase: true,
};

const go: CodeStyle = {
  language: 'go',
  sourceFiles: [
    'internal/{topic}/{topic}.go',
    'internal/{topic}/store.go',
    'internal/{other}/client.go',
    'cmd/server/{topic}.go',
    'pkg/{topic}/handler.go',
  ],
  testFiles: [
    'internal/{topic}/{topic}_test.go',
    'internal/{other}/client_test.go',
    'pkg/{topic}/handler_test.go',
  ],
  snippets: [
    'type {type} struct {\n\tID        string    `json:"id"`\n\tState     string    `json:"state"`\n\tUpdatedAt time.Time `json:"updated_at"`\n}',
    'select {\ncase <-ctx.Done():\n\treturn ctx.Err()\ncase {topic} := <-s.queue:\n\ts.handle(ctx, {topic})\n}',
    'slog.WarnContext(ctx, "{other} failed", "{topic}_id", id, "attempt", attempt, "error", err)',
    'defer func() {\n\tif closeErr := rows.Close(); err == nil {\n\t\terr = closeErr\n\t}\n}()',
    'func (s *Store) {type}(ctx context.Context, id string) (*{type}, error) {\n\trow := s.db.QueryRow(ctx, query, id)\n\tvar found {type}\n\tif err := row.Scan(&found.ID, &found.UpdatedAt); err != nil {\n\t\treturn nil, fmt.Errorf("read {topic} %s: %w", id, err)\n\t}\n\treturn &found, nil\n}',
    'for attempt := range {number} {\n\tif err = {function}(ctx, id); err == nil || !transient(err) {\n\t\tbreak\n\t}\n\ttime.Sleep(backoff(attempt))\n}',
    'func Test{type}Missing(t *testing.T) {\n\t_, err := newStore(t).{type}(t.Context(), "missing")\n\tif !errors.Is(err, ErrNotFound) {\n\t\tt.Fatalf("got %v, want ErrNotFound", err)\n\t}\n}',
  ],
  checks: [
    {
      command: 'go test ./...',
      passing: [
        'ok  \tinternal/{topic}\t0.{number}12s\nok  \tinternal/{other}\t0.{number}41s',
        '?   \tcmd/server\t[no test files]\nok  \tinternal/{topic}\t(cached)\nok  \tpkg/{topic}\t1.0{number}2s',
      ],
      failing: [
        '--- FAIL: Test{type}Missing (0.0{number}s)\n    {test}:{number}4: got <nil>, want ErrNotFound\nFAIL\nFAIL\tinternal/{topic}\t0.{number}18s',
      ],
    },
    {
      command: 'go test -race ./internal/{topic}',
      passing: ['ok  \tinternal/{topic}\t1.{number}12s'],
      failing: [
        'WARNING: DATA RACE\nWrite at 0x00c0001{number}4010 by goroutine {number}1:\n  internal/{topic}.(*Store).{function}()\n      {file}:{number}6 +0x1{number}4\nFAIL\tinternal/{topic}\t0.{number}31s',
      ],
    },
    {
      command: 'go vet ./...',
      passing: [''],
      failing: ['{file}:{number}1:2: the cancel function is not used on all paths (possible context leak)'],
    },
  ],
  uses: [
    '\tif err := s.{function}(ctx, id); err != nil {',
    '\t{topic}, err := store.{function}(ctx, key)',
    'func (s *Store) {function}(ctx context.Context, id string) error {',
    '\tgo s.{function}(ctx, id)',
  ],
  snakeCase: false,
};

const rust: CodeStyle = {
  language: 'rust',
  sourceFiles: [
    'src/{topic}.rs',
    'src/{topic}/mod.rs',
    'src/{other}/reader.rs',
    'crates/{topic}/src/lib.rs',
    'src/bin/{topic}.rs',
  ],
  testFiles: ['tests/{topic}.rs', 'tests/{other}.rs', 'crates/{topic}/tests/round_trip.rs'],
  snippets: [
    '#[derive(Debug, Clone, PartialEq)]\npub struct {type} {\n    pub id: u64,\n    pub {other}: Vec<String>,\n    dirty: bool,\n}',
    'match {function}(&buffer) {\n    Ok({topic}) => sink.push({topic}),\n    Err(Error::Truncated { needed }) => reader.fill(needed)?,\n    Err(error) => return Err(error.into()),\n}',
    'let deadline = Instant::now() + self.timeout;\nwhile let Some({topic}) = queue.pop_until(deadline) {\n    self.{function}({topic})?;\n}',
    'tracing::warn!(%error, {topic} = %id, "{other} failed, keeping the old value");',
    'pub fn {function}(input: &[u8]) -> Result<{type}, Error> {\n    let (header, rest) = split_header(input)?;\n    if header.version > MAX_VERSION {\n        return Err(Error::Unsupported(header.version));\n    }\n    {type}::decode(rest)\n}',
    '#[test]\nfn {function}_rejects_truncated_input() {\n    for length in 0..{number} {\n        assert!({function}(&SAMPLE[..length]).is_err());\n    }\n}',
    'impl Drop for {type} {\n    fn drop(&mut self) {\n        if let Err(error) = self.flush() {\n            tracing::warn!(%error, "{topic} was not flushed");\n        }\n    }\n}',
  ],
  checks: [
    {
      command: 'cargo test',
      passing: [
        'running {number} tests\ntest {function}_round_trip ... ok\n\ntest result: ok. {number} passed; 0 failed; 0 ignored; finished in 0.{number}3s',
      ],
      failing: [
        "thread '{function}_round_trip' panicked at {test}:{number}1:5:\nassertion `left == right` failed\n  left: {number}\n right: 0\n\ntest result: FAILED. {number} passed; 1 failed",
      ],
    },
    {
      command: 'cargo clippy -- -D warnings',
      passing: ['    Checking {project} v0.{number}.0\n    Finished `dev` profile in {number}.{number}1s'],
      failing: [
        'error: this expression creates a reference which is immediately dereferenced by the compiler\n  --> {file}:{number}8:22\nerror: could not compile `{project}` due to 1 previous error',
      ],
    },
    {
      command: 'cargo check',
      passing: ['    Finished `dev` profile [unoptimized + debuginfo] in 1.{number}4s'],
      failing: [
        'error[E0502]: cannot borrow `*self` as mutable because it is also borrowed as immutable\n  --> {file}:{number}4:9\nerror: could not compile `{project}`',
      ],
    },
  ],
  uses: [
    '    let {topic} = {function}(&input)?;',
    'pub fn {function}(input: &[u8]) -> Result<{type}, Error> {',
    '    assert!({function}(b"").is_err());',
    'use crate::{topic}::{function};',
  ],
  snakeCase: true,
};

/** The style of the code that an ecosystem's projects are written in. */
export const CODE_STYLES: Readonly<Record<Ecosystem, CodeStyle>> = {
  npm: typescript,
  pip: python,
  go,
  cargo: rust,
};
