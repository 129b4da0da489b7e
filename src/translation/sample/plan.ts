import { readFileSync } from 'node:fs'

interface PlannedComponent {
  slug: string
  name: string
  format: string
  filemask: string
  template?: string
  flags?: string
  voting?: boolean
  glossary?: boolean
}

export interface PlannedProject {
  slug: string
  name: string
  web: string
  instructions: string
  review: boolean
  /** How many days ago. */
  begun: number
  labels?: { name: string; color: string; description: string }[]
  components: PlannedComponent[]
}

/** A string of a component in one language: by its key or, where it has none, by its source. */
type Spot = [component: string, language: string, string: string]

/** What the sample has and what has happened in it; people are named, times are days ago. */
interface Plan {
  people: { name: string; languages: string[] }[]
  administrator: { languages: string[]; secondary: string[] }
  projects: PlannedProject[]
  /** Words that were there before those of the texts. */
  earlier: [...Spot, was: string][]
  /** Mistakes that came in lately, for the checks to find. */
  slips: [...Spot, wrong: string][]
  /** Sources that said something else at first. */
  sources: [component: string, string: string, was: string][]
  /** Translations that somebody marked as needing editing. */
  doubts: Spot[]
  suggestions: [...Spot, person: string, daysAgo: number, text: string][]
  votes: [...Spot, people: string[]][]
  comments: [...Spot, person: string, daysAgo: number, text: string][]
  announcements: [
    project: string,
    component: string | null,
    language: string | null,
    severity: string,
    daysAgo: number,
    lasts: number,
    text: string,
  ][]
  pictures: [picture: string, component: string, name: string, strings: string[]][]
  /** Of the administrator. */
  subscriptions: [kind: string, scope: number, frequency: number][]
}

export const readPlan = (): Plan => JSON.parse(readFileSync(new URL('plan.json', import.meta.url), 'utf8')) as Plan
