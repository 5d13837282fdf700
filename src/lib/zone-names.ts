import { offsetText } from './zoned-time.ts';

/**
 * Zones whose name in the time zone database was changed, by the name that ICU keeps for them (the `iana` attributes of
 * CLDR's `common/bcp47/timezone.xml`). JavaScript gives ICU's name even where the system was set to the other.
 */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

/** The name that the time zone database has now for a zone that may be called by an earlier one: `Asia/Kolkata`. */
export function currentZoneName(name: string): string {
  return RENAMED.get(name) ?? name;
}

/** The current name of the zone of this machine, as `Europe/Oslo`; of one that has none, by how much it is ahead of UTC. */
export function localZoneName(): string {
  // The types promise a name, which `TZ=UTC+3` and `TZ=Nowhere/Else` do not have.
  const { timeZone }: { readonly timeZone?: string } = new Intl.DateTimeFormat().resolvedOptions();
  if (timeZone !== undefined && timeZone !== 'Etc/Unknown') {
    return currentZoneName(timeZone);
  }
  const offset = offsetText(0, 'local');
  return offset === '+00:00' ? 'UTC' : offset;
}
