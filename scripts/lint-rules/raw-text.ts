import type { Rule } from 'eslint';

type Node = Rule.Node;

/** A JSX node, of which ESLint's own types know nothing. */
interface Jsx {
  readonly type: string;
  readonly name?: Jsx | string;
  readonly value?: unknown;
  readonly expression?: Jsx;
  readonly expressions?: readonly unknown[];
  readonly openingElement?: Jsx & { readonly attributes: readonly Jsx[] };
  readonly children?: readonly Jsx[];
  readonly parent?: Jsx;
}

/**
 * What is drawn by Ink's `<Text>` is a literal: anything else may be text of somebody else, for which there are widgets.
 * It counts under whatever name it was imported, as children between its tags, as an attribute and in a spread, and it
 * is not passed on as a value.
 */
export const rawText: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { raw: 'Only widgets may put a variable into <Text>: use a safe text widget.' },
  },
  create(context) {
    const names = new Set<string>();
    const report = (node: unknown) => context.report({ node: node as Node, messageId: 'raw' });
    return {
      ImportDeclaration(node) {
        for (const specifier of node.source.value === 'ink' ? node.specifiers : []) {
          if (specifier.type !== 'ImportSpecifier' || importedName(specifier.imported) === 'Text') {
            names.add(specifier.local.name);
          }
        }
      },
      JSXElement(node: Node) {
        const { openingElement, children } = node as unknown as Jsx;
        if (!names.has(rootName(openingElement?.name))) {
          return;
        }
        children?.filter((child) => !isLiteralChild(child)).forEach(report);
        openingElement?.attributes.filter((attribute) => !isHarmless(attribute)).forEach(report);
      },
      Identifier(node) {
        if (names.has(node.name) && !/^(Import|Export).*Specifier$/.test(node.parent.type)) {
          report(node);
        }
      },
    };
  },
};

function importedName(imported: { readonly type: string }): unknown {
  const { name, value } = imported as {
    readonly type: string;
    readonly name?: string;
    readonly value?: unknown;
  };
  return name ?? value;
}

/** The first name of a tag: `ink` of `<ink.Text>`. */
function rootName(name: Jsx | string | undefined): string {
  if (name === undefined || typeof name === 'string') {
    return name ?? '';
  }
  const { object } = name as Jsx & { readonly object?: Jsx };
  return rootName(object ?? name.name);
}

function isLiteralChild(child: Jsx): boolean {
  switch (child.type) {
    case 'JSXText':
      return true;
    case 'JSXExpressionContainer':
      return isLiteral(child.expression);
    default:
      // Elements inside are looked at by themselves.
      return child.type === 'JSXElement';
  }
}

function isHarmless(attribute: Jsx): boolean {
  if (attribute.type === 'JSXSpreadAttribute') {
    return false;
  }
  const value = attribute.value as Jsx | null | undefined;
  return (
    rootName(attribute.name) !== 'children' ||
    isLiteral(value?.type === 'Literal' ? value : value?.expression)
  );
}

function isLiteral(node: Jsx | undefined): boolean {
  return (
    node === undefined ||
    node.type === 'Literal' ||
    node.type === 'JSXEmptyExpression' ||
    (node.type === 'TemplateLiteral' && node.expressions?.length === 0)
  );
}
