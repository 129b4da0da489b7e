import type { Site } from '#wiki/site/site.ts'

const kinds = ['ISBN', 'PMID', 'RFC'] as const

/** The words before numbers that become links automatically on this wiki. */
export function magicLinkKinds({ info }: Site): readonly string[] {
  const { magiclinks } = info.general as { magiclinks?: Record<string, unknown> }
  return kinds.filter(kind => magiclinks?.[kind] === true || magiclinks?.[kind] === '')
}
