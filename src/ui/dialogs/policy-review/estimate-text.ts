import { formatCount } from '../../../lib/format-number.ts';
import type { Estimate, FieldEstimate } from '../../../stores/policy/estimate/estimate.ts';

/**
 * What would have become of the loaded events, a sentence for each changed field with how many events it rests on. It may
 * hold names that others wrote.
 */
export function describeEstimate({ of, fields, leftOut }: Estimate): readonly string[] {
  if (of === 0) {
    return ['Estimate: none, since no event is loaded.'];
  }
  const several = fields.length > 1 ? ', each change by itself' : '';
  return [
    ...(fields.length === 0 ? [] : [`Estimate from ${formatCount(of)} loaded events${several}:`]),
    ...fields.map((each) => `${each.field}: ${describeField(each)}`),
    ...(leftOut.length === 0
      ? []
      : [
          `No estimate for ${leftOut.join(', ')}: events do not say what ${leftOut.length === 1 ? 'it looks' : 'they look'} at.`,
        ]),
  ];
}

/** Which events a change may touch, by the way it goes. */
const TOUCHED: Readonly<Record<FieldEstimate['effect'], string>> = {
  loosens: 'blocked or reviewed',
  tightens: 'allowed or reviewed',
  unclear: 'decided',
};

function describeField({ effect, touched, judged, becoming, blocked }: FieldEstimate): string {
  const events = `${formatCount(touched)} ${TOUCHED[effect]} ${touched === 1 ? 'event' : 'events'}`;
  if (touched === 0) {
    return `no event was ${TOUCHED[effect]}, so there is nothing to judge.`;
  }
  if (judged === 0) {
    return `could judge none of ${events}, so nothing is known.`;
  }
  const names = blocked.map(([name, count]) => `${name} ${formatCount(count)}`).join(', ');
  const became = [
    ...(becoming.allow > 0 ? [`${formatCount(becoming.allow)} allowed`] : []),
    ...(becoming.review > 0 ? [`${formatCount(becoming.review)} to review`] : []),
    ...(becoming.block > 0 ? [`${formatCount(becoming.block)} blocked (${names})`] : []),
  ];
  const rest = judged < touched ? ` Nothing is known of the other ${formatCount(touched - judged)}.` : '';
  return became.length === 0
    ? `could judge ${formatCount(judged)} of ${events}: none of ${judged === 1 ? 'that' : 'these'} ${formatCount(judged)} would change.${rest}`
    : `could judge ${formatCount(judged)} of ${events}: it would make ${became.join(', ')}.${rest}`;
}
