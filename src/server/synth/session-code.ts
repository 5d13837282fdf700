import type { Ecosystem } from '../../contract/values.ts';

/** How code and tools look in a language: what transcripts quote. Slots as in `session-phrases.ts`. */
export interface CodeStyle {
  readonly language: string;
  readonly sourceFiles: readonly string[];
  readonly testFiles: readonly string[];
  readonly testCommands: readonly string[];
  readonly otherCommands: readonly string[];
  readonly snippets: readonly string[];
  readonly passing: readonly string[];
  readonly failing: readonly string[];
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
  testCommands: ['npm test', 'npx vitest run {test}', 'npm run lint', 'npx tsc --noEmit'],
  otherCommands: [
    'git status --short',
    'git diff --stat',
    'rg -n "{function}" src',
    'git log --oneline -5',
    'npm outdated',
  ],
  snippets: [
    'export async function {function}(id: string): Promise<{type} | undefined> {\n  const row = await store.find(id);\n  if (row === undefined) {\n    return undefined;\n  }\n  return parse{type}(row);\n}',
    "const {topic} = await {function}(request.params.id);\nif ({topic} === undefined) {\n  return reply.code(404).send({ error: 'no such {topic}' });\n}",
    "it('keeps the {other} when the {topic} is missing', async () => {\n  const result = await {function}('missing');\n  expect(result).toBeUndefined();\n});",
    'for (let attempt = 1; attempt <= {number}; attempt++) {\n  try {\n    return await {function}(id);\n  } catch (cause) {\n    if (!isTransient(cause)) throw cause;\n    await delay(100 * 2 ** attempt);\n  }\n}',
  ],
  passing: [
    ' ✓ {test} ({number} tests) {number}4ms\n\n Test Files  {number} passed ({number})\n      Tests  {number}2 passed ({number}2)\n   Duration  1.{number}4s',
  ],
  failing: [
    " FAIL  {test} > {function} > returns the {topic}\nAssertionError: expected undefined to deeply equal { id: '{topic}-{number}' }\n ❯ {test}:{number}7:21\n\n Tests  1 failed | {number}1 passed",
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
  testCommands: ['pytest -q {test}', 'pytest -q', 'ruff check .', 'mypy {file}'],
  otherCommands: [
    'git status --short',
    'git diff --stat',
    'rg -n "{function}" --type py',
    'git log --oneline -5',
    'python -m pip list --outdated',
  ],
  snippets: [
    'def {function}(rows: Iterable[{type}]) -> Iterator[{type}]:\n    seen: set[str] = set()\n    for row in rows:\n        if row.key in seen:\n            continue\n        seen.add(row.key)\n        yield row',
    'with session.begin():\n    {topic} = session.get({type}, key)\n    if {topic} is None:\n        raise LookupError(f"no {topic} {key!r}")\n    {topic}.touch(now)',
    '@pytest.mark.parametrize("value", ["", " ", None])\ndef test_{function}_rejects_empty(value):\n    with pytest.raises(ValueError):\n        {function}(value)',
    'frame = (\n    frame.filter(pl.col("{topic}").is_not_null())\n    .group_by("{other}")\n    .agg(pl.len().alias("rows"))\n)',
  ],
  passing: [
    '{number}2 passed in 1.{number}3s',
    '........................                                  [100%]\n24 passed, {number} skipped in 3.{number}1s',
  ],
  failing: [
    'FAILED {test}::test_{function}_keeps_order - AssertionError: assert [{number}, 1] == [1, {number}]\n1 failed, {number}4 passed in 2.{number}0s',
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
  testCommands: ['go test ./...', 'go test -race ./internal/{topic}', 'go vet ./...', 'golangci-lint run'],
  otherCommands: [
    'git status --short',
    'git diff --stat',
    'rg -n "{function}" --type go',
    'git log --oneline -5',
    'go list -m -u all',
  ],
  snippets: [
    'func (s *Store) {type}(ctx context.Context, id string) (*{type}, error) {\n\trow := s.db.QueryRow(ctx, query, id)\n\tvar found {type}\n\tif err := row.Scan(&found.ID, &found.UpdatedAt); err != nil {\n\t\treturn nil, fmt.Errorf("read {topic} %s: %w", id, err)\n\t}\n\treturn &found, nil\n}',
    'for attempt := range {number} {\n\tif err = {function}(ctx, id); err == nil || !transient(err) {\n\t\tbreak\n\t}\n\ttime.Sleep(backoff(attempt))\n}',
    'func Test{type}Missing(t *testing.T) {\n\t_, err := newStore(t).{type}(t.Context(), "missing")\n\tif !errors.Is(err, ErrNotFound) {\n\t\tt.Fatalf("got %v, want ErrNotFound", err)\n\t}\n}',
  ],
  passing: ['ok  \tinternal/{topic}\t0.{number}12s\nok  \tinternal/{other}\t0.{number}41s'],
  failing: [
    '--- FAIL: Test{type}Missing (0.0{number}s)\n    {test}:{number}4: got <nil>, want ErrNotFound\nFAIL\nFAIL\tinternal/{topic}\t0.{number}18s',
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
  testCommands: [
    'cargo test',
    'cargo test --test {topic}',
    'cargo clippy -- -D warnings',
    'cargo fmt --check',
  ],
  otherCommands: [
    'git status --short',
    'git diff --stat',
    'rg -n "{function}" -t rust',
    'git log --oneline -5',
    'cargo tree --depth 1',
  ],
  snippets: [
    'pub fn {function}(input: &[u8]) -> Result<{type}, Error> {\n    let (header, rest) = split_header(input)?;\n    if header.version > MAX_VERSION {\n        return Err(Error::Unsupported(header.version));\n    }\n    {type}::decode(rest)\n}',
    '#[test]\nfn {function}_rejects_truncated_input() {\n    for length in 0..{number} {\n        assert!({function}(&SAMPLE[..length]).is_err());\n    }\n}',
    'impl Drop for {type} {\n    fn drop(&mut self) {\n        if let Err(error) = self.flush() {\n            tracing::warn!(%error, "{topic} was not flushed");\n        }\n    }\n}',
  ],
  passing: [
    'running {number} tests\ntest {function}_round_trip ... ok\n\ntest result: ok. {number} passed; 0 failed; 0 ignored; finished in 0.{number}3s',
  ],
  failing: [
    "thread '{function}_round_trip' panicked at {test}:{number}1:5:\nassertion `left == right` failed\n  left: {number}\n right: 0\n\ntest result: FAILED. {number} passed; 1 failed",
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
