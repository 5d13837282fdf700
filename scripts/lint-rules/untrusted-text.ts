import type { Rule } from 'eslint';
import ts from 'typescript';

/** As much of the services of the TypeScript parser as is used here. */
interface TypedServices {
  readonly program: ts.Program;
  readonly esTreeNodeToTSNodeMap: { get(node: unknown): ts.Node };
}

interface Options {
  /** Functions that make text safe or only look at it, by name. */
  readonly safe: readonly string[];
  /** Properties that are compared and looked up, and never drawn, by name. */
  readonly keys: readonly string[];
}

type Node = Rule.Node;

/** They take anything and return a string. */
const TURNS_INTO_TEXT = ['String', 'stringify'];

/**
 * Text of somebody else (`Untrusted` of src/lib/untrusted.ts) must not turn into a plain string, which could be drawn as
 * if it were our own: not in a template, a sum, `String`, by a method that returns a string, nor as an argument for a
 * parameter that is a plain string, unless the function is named as safe. Beside text of our own, as in a list or behind
 * `??`, both would only be strings to the compiler; and what is declared as one takes all. What may hold text of both is
 * declared as `AnyText`.
 */
export const untrustedText: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [
      {
        type: 'object',
        properties: {
          safe: { type: 'array', items: { type: 'string' } },
          keys: { type: 'array', items: { type: 'string' } },
        },
      },
    ],
    messages: {
      template: 'Somebody else wrote this: a template that holds it is tagged with untrustedText.',
      sum: 'Somebody else wrote this: put it together with untrustedText or joinUntrusted.',
      method: 'Somebody else wrote this: what {{name}} returns is no longer marked as such.',
      mixture:
        'Somebody else wrote a part of this, which beside text of our own is no longer marked as such: mark all of it, or quote it as named or prose.',
      assigned:
        'Somebody else wrote this, and what it is declared as takes it for text of our own: declare it as Untrusted, AnyText or Sentence.',
      argument: 'Somebody else wrote this: {{name}} takes it for text of our own. Make it safe first.',
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices as TypedServices;
    const { safe, keys } = context.options[0] as Options;
    const checker = services.program.getTypeChecker();
    const typeOf = (node: unknown) => checker.getTypeAtLocation(services.esTreeNodeToTSNodeMap.get(node));
    const isUntrustedNode = (node: unknown) => isUntrusted(typeOf(node));

    /** Whether the value is handed straight to a function that is named as safe. */
    const goesToSafe = (node: Node): boolean => {
      const { parent } = node;
      switch (parent?.type) {
        case 'CallExpression':
          return parent.callee !== node && safe.includes(nameOf(parent.callee));
        case 'MemberExpression':
          // A list, one behind the other: `prose([...].join(', '))`.
          return parent.object === node && nameOf(parent) === 'join' && goesToSafe(parent.parent);
        case 'ChainExpression':
        case 'LogicalExpression':
        case 'ConditionalExpression':
          return goesToSafe(parent);
        default:
          return false;
      }
    };

    const declaredFor = (node: unknown) =>
      checker.getContextualType(services.esTreeNodeToTSNodeMap.get(node) as ts.Expression);

    /** A node of several texts, of which some lose their mark in what they are together. */
    const reportMixture = (node: Node, parts: readonly unknown[]) => {
      const types = [typeOf(node), declaredFor(node)];
      if (
        parts.some((part) => holdsUntrusted(checker, typeOf(part))) &&
        !types.some((type) => type !== undefined && holdsUntrusted(checker, type)) &&
        !goesToSafe(node)
      ) {
        context.report({ node, messageId: 'mixture' });
      }
    };

    /** Text for a place that is declared as a plain string. */
    const reportAssigned = (text: unknown) => {
      const declared = declaredFor(text);
      if (declared !== undefined && isPlainString(declared) && isUntrustedNode(text)) {
        context.report({ node: text as Node, messageId: 'assigned' });
      }
    };

    return {
      ConditionalExpression(node) {
        reportMixture(node, [node.consequent, node.alternate]);
      },
      LogicalExpression(node) {
        reportMixture(node, node.operator === '&&' ? [node.right] : [node.left, node.right]);
      },
      ArrayExpression(node) {
        reportMixture(
          node,
          node.elements.flatMap((part) =>
            part === null ? [] : [part.type === 'SpreadElement' ? part.argument : part],
          ),
        );
      },
      ReturnStatement({ argument }) {
        if (argument != null) {
          reportAssigned(argument);
        }
      },
      VariableDeclarator({ init }) {
        if (init != null) {
          reportAssigned(init);
        }
      },
      ArrowFunctionExpression({ body, parent }) {
        if (body.type !== 'BlockStatement' && !keys.includes(keyOf(parent))) {
          reportAssigned(body);
        }
      },
      'ObjectExpression > Property'(node: Node & { value: unknown }) {
        if (!keys.includes(keyOf(node))) {
          reportAssigned(node.value);
        }
      },
      TemplateLiteral(node) {
        if (node.parent.type !== 'TaggedTemplateExpression' && !goesToSafe(node)) {
          for (const expression of node.expressions.filter(isUntrustedNode)) {
            context.report({ node: expression, messageId: 'template' });
          }
        }
      },
      'BinaryExpression[operator="+"], AssignmentExpression[operator="+="]'(
        node: Node & { left: unknown; right: unknown },
      ) {
        if ((isUntrustedNode(node.left) || isUntrustedNode(node.right)) && !goesToSafe(node)) {
          context.report({ node, messageId: 'sum' });
        }
      },
      CallExpression(node) {
        const name = nameOf(node.callee);
        if (safe.includes(name)) {
          return;
        }
        if (
          node.callee.type === 'MemberExpression' &&
          holdsUntrusted(checker, typeOf(node.callee.object)) &&
          isPlainString(typeOf(node)) &&
          !goesToSafe(node)
        ) {
          context.report({ node, messageId: 'method', data: { name } });
        }
        const signature = checker.getResolvedSignature(
          services.esTreeNodeToTSNodeMap.get(node) as ts.CallExpression,
        );
        for (const [index, argument] of node.arguments.entries()) {
          const parameter = signature?.parameters[Math.min(index, signature.parameters.length - 1)];
          const declared = parameter === undefined ? undefined : checker.getTypeOfSymbol(parameter);
          const isTaken = declared === undefined || isPlainString(declared) || TURNS_INTO_TEXT.includes(name);
          if (isTaken && isUntrustedNode(argument) && !goesToSafe(node)) {
            context.report({ node: argument, messageId: 'argument', data: { name } });
          }
        }
      },
    };
  },
};

function nameOf(callee: { readonly type: string }): string {
  if (callee.type === 'Identifier') {
    return (callee as { readonly type: string; readonly name: string }).name;
  }
  const { property } = callee as { readonly type: string; readonly property?: { readonly name?: string } };
  return property?.name ?? '';
}

/** The name of a property. */
function keyOf(property: { readonly type: string }): string {
  const { key } = property as { readonly type: string; readonly key?: { readonly name?: string } };
  return key?.name ?? '';
}

/** Whether a type is, or may be, text of somebody else. */
function isUntrusted(type: ts.Type): boolean {
  if (type.isUnion()) {
    return type.types.some(isUntrusted);
  }
  return (
    type.isIntersection() &&
    type.types.some((part) =>
      part
        .getProperties()
        // What must not have the mark has it as a property that is never there.
        .some(
          ({ escapedName, flags }) =>
            String(escapedName).startsWith('__@untrusted@') && (flags & ts.SymbolFlags.Optional) === 0,
        ),
    )
  );
}

/** The same of a text or a list of texts. */
function holdsUntrusted(checker: ts.TypeChecker, type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type];
  return (
    isUntrusted(type) ||
    parts.some((part) => {
      const element = checker.getIndexTypeOfType(part, ts.IndexKind.Number);
      return checker.isArrayLikeType(part) && element !== undefined && isUntrusted(element);
    })
  );
}

/** Whether a type is a string that may hold anything and carries no mark. */
function isPlainString(type: ts.Type): boolean {
  if (type.isUnion()) {
    return type.types.some(isPlainString) && !type.types.some(isUntrusted);
  }
  return (type.flags & ts.TypeFlags.String) !== 0;
}
