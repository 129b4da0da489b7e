/** What pages say in the interface's name when the wiki was imported without its messages. */
const words: Readonly<Record<string, string>> = {
  toc: 'Contents',
  editsection: 'edit',
  editsectionhint: 'Edit the section “$1”',
  redirectto: 'Leads to:',
  'red-link-title': '$1 (page does not exist)',
  'thumbnail-more': 'Enlarge',
  thumbnail_error: 'No thumbnail: $1',
  thumbnail_invalid_params: 'it cannot be drawn in this size',
  'invalid-json-data': 'This is not JSON.',
  'unsupported-content-model': 'Pages of the content model $1 cannot be shown here.',
  cite_error: 'Footnote: $1',
  cite_error_empty_references_define: 'the list gives “$1” of the group “$2” no text',
  cite_error_group_refs_without_references: 'footnotes of the group “$1” are listed nowhere',
  cite_error_included_ref: 'a footnote inside of a footnote',
  cite_error_no_link_label_group: 'the group “$1” has too few labels',
  cite_error_ref_invalid_dir: '“$1” is no direction of writing',
  cite_error_ref_no_input: 'neither a name nor a text',
  cite_error_ref_no_key: 'no name, and no text',
  cite_error_ref_numeric_key: 'a name cannot be a number',
  cite_error_ref_too_many_keys: 'more is given than a name and a group',
  cite_error_references_duplicate_key: '“$1” has more than one text',
  cite_error_references_group_mismatch: '“$1” is of another group than the list',
  cite_error_references_invalid_parameters: 'the list takes only a group',
  cite_error_references_missing_group: '“$1” is of the group “$2”, which the page does not use',
  cite_error_references_missing_key: '“$1” is listed and used nowhere',
  cite_error_references_no_key: 'without a name in the list',
  cite_error_references_no_text: '“$1” has no text',
}

/** Where there is nothing to say, the name of what should have been said. */
export const ownWords = (key: string): string => words[key] ?? `⧼${key}⧽`
