import { optional } from '#fields/field.ts'
import { boolean, integer } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { withHelp } from '#html/field-help.ts'
import type { Workflow } from '../catalogue/workflows.ts'

/** Workflow of a language, as Weblate names its settings. */
export const workflowSettings = withHelp('workflow', {
  translation_review: optional(boolean(), false),
  enable_suggestions: optional(boolean(), true),
  restrict_direct_editing: optional(boolean(), false),
  suggestion_voting: optional(boolean(), false),
  suggestion_autoaccept: optional(integer({ min: 0, max: 1000 }), 0),
})

/** Voting decides what is accepted automatically, so it has to be on. */
export function checkWorkflow({ suggestion_voting, suggestion_autoaccept }: Workflow): void {
  if (suggestion_autoaccept > 0 && !suggestion_voting)
    throw invalidField(
      'suggestion_autoaccept',
      'invalid',
      'Turn on voting to accept suggestions automatically, or set this to 0.',
    )
}
