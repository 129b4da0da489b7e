/** Setting up and looking after projects and components. */
export const manage = {
  'manage.tabs': 'Pages of this place',
  'manage.tab_overview': 'Overview',
  'manage.tab_glossary': 'Glossary',
  'manage.tab_files': 'Files',
  'manage.tab_manage': 'Manage',
} as const
