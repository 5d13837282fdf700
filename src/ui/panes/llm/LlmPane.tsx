import { Surface } from '../../surface/Surface.tsx';

/** The calls of language models. Painted by `llm-pane.ts`. */
export function LlmPane() {
  return <Surface name="llm" />;
}
