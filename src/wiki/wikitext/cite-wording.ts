// Texts of footnote errors as readers know them from Cite, for a wiki that was imported without its messages.

const ref = '<code>&lt;ref&gt;</code>'
const references = '<code>&lt;references&gt;</code>'
const inReferences = `defined in ${references}`

/** The category of pages with such errors, by its message key. */
export const CITE_ERROR_CATEGORY = 'cite-tracking-category-cite-error'

export const citeWording: Readonly<Record<string, string>> = {
  [CITE_ERROR_CATEGORY]: 'Pages with reference errors',
  [`${CITE_ERROR_CATEGORY}-desc`]: 'A footnote of the page has an error.',
  cite_error: 'Cite error: $1',
  cite_error_empty_references_define: `${ref} tag with name "$1" ${inReferences} group "$2" has no content.`,
  cite_error_group_refs_without_references:
    `${ref} tags exist for a group named "$1", ` +
    'but no corresponding <code>&lt;references group="$1"/&gt;</code> tag was found',
  cite_error_included_ref: `Closing <code>&lt;/ref&gt;</code> missing for ${ref} tag`,
  cite_error_included_references: `Closing tag missing for ${references}`,
  cite_error_no_link_label_group:
    'Ran out of custom link labels for group "$1". Define more in the [[MediaWiki:$2]] message.',
  cite_error_ref_invalid_dir: 'Invalid <code>dir="$1"</code>, must be <code>ltr</code> or <code>rtl</code>',
  cite_error_ref_no_input: `Invalid ${ref} tag; refs with no name must have content`,
  cite_error_ref_no_key: `The opening ${ref} tag is malformed or has a bad name`,
  cite_error_ref_numeric_key: `Invalid ${ref} tag; name cannot be a simple integer. Use a descriptive title`,
  cite_error_ref_too_many_keys: `Invalid ${ref} tag; invalid names, e.g. too many`,
  cite_error_references_duplicate_key: `Invalid ${ref} tag; name "$1" defined multiple times with different content`,
  cite_error_references_group_mismatch: `${ref} tag in ${references} has conflicting group attribute "$1".`,
  cite_error_references_invalid_parameters: `Invalid parameter in ${references} tag`,
  cite_error_references_missing_group: `${ref} tag with name "$2" ${inReferences} has group attribute "$1" which does not appear in prior text.`,
  cite_error_references_missing_key: `${ref} tag with name "$1" ${inReferences} is not used in prior text.`,
  cite_error_references_no_key: `${ref} tag ${inReferences} has no name attribute.`,
  cite_error_references_no_text: `Invalid ${ref} tag; no text was provided for refs named <code>$1</code>`,
}
