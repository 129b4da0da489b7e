import { targetCheck } from '../check.ts'
import { rstMarkup } from './rst.ts'

// Roles that every reStructuredText processor knows.
const STANDARD_ROLES = new Set(
  (
    'abbreviation ac acronym code emphasis literal math pep-reference pep raw rfc-reference rfc strong sub subscript sup ' +
    'superscript title title-reference t'
  ).split(' '),
)
const LIST_ITEM = /^[-*+] /
// Backticks around a whole role, from markup languages where they mean code.
const WRAPPED_ROLE = /(?<!\S)`\s+(?::[^`\s]+:`[^`]+`|`[^`]+`:[^`\s]+:)\s+`(?!`)/

function hasErrors(source: string, target: string): boolean {
  const { unclosed, roles } = rstMarkup(target)
  if (unclosed) return true
  // Roles of extensions are unknown here, so roles in the source are assumed to exist.
  const sourceRoles = rstMarkup(source).roles
  return [...roles].some(role => !sourceRoles.has(role) && !STANDARD_ROLES.has(role.toLowerCase()))
}

export const rstSyntax = targetCheck({
  id: 'rst-syntax',
  name: 'reStructuredText syntax error',
  description: 'The translation has unclosed inline markup or an unknown role, or starts like a list.',
  flag: 'rst-text',
  fails: (source, target) =>
    hasErrors(source, target) || WRAPPED_ROLE.test(target) || (LIST_ITEM.test(target) && !LIST_ITEM.test(source)),
})
