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

/** A string of a component in one language, named by its key or, without one, by its source. */
type Spot = [component: string, language: string, string: string]

/** The sample's content and history. People are given by name, times as days ago. */
interface Plan {
  people: { name: string; languages: string[] }[]
  administrator: { languages: string[]; secondary: string[] }
  projects: PlannedProject[]
  /** Translations that were later replaced by those in the text files. */
  earlier: [...Spot, was: string][]
  /** Recent mistakes for the checks to find. */
  slips: [...Spot, wrong: string][]
  /** Original wording of sources that were changed later. */
  sources: [component: string, string: string, was: string][]
  /** Translations marked as needing editing. */
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
  /** The administrator's subscriptions. */
  subscriptions: [kind: string, scope: number, frequency: number][]
}

export const readPlan = (): Plan => JSON.parse(readFileSync(new URL('plan.json', import.meta.url), 'utf8')) as Plan
