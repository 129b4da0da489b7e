/** Time zone abbreviations by their offset from UTC in minutes. */
const ZONES: readonly (readonly [minutes: number, letters: string])[] = [
  [-720, 'y'],
  [-660, 'sst x'],
  [-600, 'ahst bdt hst w'],
  [-570, 'hdt hpt hwt'],
  [-540, 'ahdt akst yst v'],
  [-480, 'akdt pst ydt ypt ywt u'],
  [-420, 'mst pdt ppt pwt yddt t'],
  [-360, 'cst mdt mpt mwt pddt s'],
  [-300, 'cdt cpt cwt est mddt r'],
  [-240, 'ast cddt edt ept ewt q'],
  [-210, 'nst'],
  [-180, 'adt apt awt eddt p'],
  [-150, 'ndt npt nwt'],
  [-120, 'addt o'],
  [-90, 'nddt'],
  [-60, 'n'],
  [0, 'gmt uct utc wet z'],
  [60, 'bst cet met wat west a'],
  [120, 'bdst cat cest eet ist mest sast wast wemt b'],
  [180, 'cemt eat eest idt msk c'],
  [240, 'iddt msd d'],
  [300, 'pkt e'],
  [360, 'pkst f'],
  [420, 'wib g'],
  [480, 'awst hkt wita h'],
  [510, 'kst'],
  [540, 'awdt hkst jst wit i'],
  [570, 'acst cast'],
  [600, 'aest chst gst jdt kdt k'],
  [630, 'acdt'],
  [660, 'aedt gdt l'],
  [690, 'nzmt'],
  [720, 'nzst m'],
  [780, 'nzdt'],
]

const MINUTES = new Map(ZONES.flatMap(([minutes, letters]) => letters.split(' ').map(each => [each, minutes] as const)))

/** Offset from UTC in minutes for an abbreviation. */
export const zoneByLetters = (letters: string): number | undefined => MINUTES.get(letters.toLowerCase())

/** The canonical name of a time zone; null for other names. */
export function placeNamed(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Offset from UTC in seconds at a local time. */
export function aheadAt(place: string, shown: number): number {
  const options = { hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium', timeZone: place } as const
  // Swedish uses ISO date format.
  const clock = new Intl.DateTimeFormat('sv-SE', options)
  const at = (instant: number) => Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`) - instant
  return at(shown - at(shown)) / 1000
}
