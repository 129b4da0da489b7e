/** Alerts, with what to do. */
export const alerts = {
  'manage.alert_dismiss': 'Dismiss',
  'manage.alert_back': 'Restore alert',
  'manage.alert_gone': 'This alert no longer exists because the problem is fixed.',
  'manage.alert_no_component': 'The project has no components, so there’s nothing to translate.',
  'manage.alert_no_strings': '{{name}} has no strings yet.',
  'manage.alert_no_language': '{{name}} has no languages to translate into yet.',
  'manage.alert_locked': '{{name}} is locked: nobody can translate it.',
  'manage.alert_MergeFailure': 'Strings were changed both here and in the repository',
  'manage.alert_MergeFailure_do':
    'Review the suggestions: they keep the text written here. Accept those that are better. The alert disappears after a pull without such conflicts.',
  'manage.alert_UpdateFailure': 'Could not update from the repository',
  'manage.alert_UpdateFailure_do':
    'Check the repository URL and branch in the settings, and that this site has read access. The next pull tries again.',
  'manage.alert_PushFailure': 'Could not push to the repository',
  'manage.alert_PushFailure_do':
    'Check the push URL in the settings, and that this site has write access. Nothing is lost: commits are kept until the push succeeds.',
  'manage.alert_PullRequestClosed': 'The pull request was closed without being merged',
  'manage.alert_PullRequestClosed_do':
    'Nothing is lost: the translations are kept. The next translation opens a new pull request. You can also reopen the closed one.',
  'manage.alert_ParseError': 'Could not parse translation files',
  'manage.alert_ParseError_do':
    'Fix the files in the repository. Other files are still imported, and existing strings from these files are kept.',
  'manage.alert_NoMaskMatches': 'No files match the file mask',
  'manage.alert_NoMaskMatches_do':
    'Check the file mask in the settings: * stands for the language code. The files may have moved in the repository.',
  'manage.alert_DuplicateLanguage': 'Two files have the same language',
  'manage.alert_DuplicateLanguage_do':
    'Remove one of them from the repository, or map it to another language with the project’s language aliases.',
  'manage.alert_OverlongString': 'A file has strings that are too long',
  'manage.alert_OverlongString_do':
    'Strings can have at most 100,000 characters. Longer strings stay unchanged in the file. To translate them, split them.',
  'manage.alert_DuplicateString': 'A file has duplicate strings',
  'manage.alert_DuplicateString_do':
    'Only the first one can be translated. Remove the others from the file, or give them a context.',
  'manage.alert_DuplicateFilemask': 'Another component uses the same files',
  'manage.alert_DuplicateFilemask_do':
    'Components that write the same files overwrite each other. Delete one of them, or change its file mask.',
  'manage.alert_BrokenProjectURL': 'The project website is unreachable',
  'manage.alert_BrokenProjectURL_do': 'Check the website in the project settings.',
  'manage.alert_MissingLicense': 'License missing',
  'manage.alert_MissingLicense_do':
    'Set the license for contributions in the settings, so that translations can be used.',
  'manage.alert_MissingPushURL': 'Translations aren’t pushed to the repository',
  'manage.alert_MissingPushURL_do':
    'Set the push URL in the settings, or use a code host with pull requests. Without it, someone has to fetch the translations.',
  'manage.alert_UnusedEnforcedCheck': 'Enforced checks are never used',
  'manage.alert_UnusedEnforcedCheck_do':
    'They only run on strings with a flag that no string has. Add the flag in the settings, or stop enforcing them.',
  'manage.alert_MonolingualTranslation': 'The source texts look like keys',
  'manage.alert_MonolingualTranslation_do':
    'If the files of each language have keys and texts, set the monolingual base language file in the settings.',
  'manage.alert_BilingualPOConfiguredAsMonolingual': 'The keys look like source texts',
  'manage.alert_BilingualPOConfiguredAsMonolingual_do':
    'The base file has no texts for them. It is probably a template of bilingual files: create the component with the format “po” instead.',
  'manage.alert_MissingSafeHTMLFlag': 'Links in strings aren’t checked',
  'manage.alert_MissingSafeHTMLFlag_do':
    'If the texts are shown as HTML, add the flag safe-html or auto-safe-html in the settings, so that translations can’t bring in other links or scripts.',
  'manage.alert_InexistantFiles': 'Base files are missing in the repository',
  'manage.alert_InexistantFiles_do':
    'Check the monolingual base language file and the template for new translations in the settings.',
  'manage.alert_UnusedScreenshot': 'A screenshot isn’t linked to any string',
  'manage.alert_UnusedScreenshot_do': 'Link the strings it shows, or delete it.',
  'manage.alert_MonolingualGlossary': 'The glossary uses a monolingual format',
  'manage.alert_MonolingualGlossary_do':
    'Use a bilingual format, such as TBX, because terms are found by their source text.',
  'manage.alert_UnusedGlossaryLanguage': 'The glossary has languages that the project doesn’t use',
  'manage.alert_UnusedGlossaryLanguage_do':
    'Add these languages to other components, or remove them from the glossary.',
  'manage.alert_AddonScriptError': 'An add-on failed',
  'manage.alert_AddonScriptError_do': 'Check its settings. It runs again with the next commit.',
  'manage.alert_MsgmergeAddonError': 'msgmerge could not update the PO files',
  'manage.alert_MsgmergeAddonError_do': 'Fix the files in the repository. The add-on runs again with the next update.',
  'manage.alert_strings': { one: '{{count}} string', other: '{{count}} strings' },
  'manage.alert_lost': '{{lost}} of {{total}} strings are missing',
  'manage.alert_LanguagesSetAside': 'Languages were set aside because their files are missing',
  'manage.alert_LanguagesSetAside_do':
    'Restore them to write their files again with the next commit, or delete them permanently.',
  'manage.alert_StringsSetAside': 'Strings were set aside because the files no longer have them',
  'manage.alert_StringsSetAside_do':
    'They come back when a file has them again. Restore them to write them into the files, or delete them permanently.',
  'manage.alert_SuspiciousFile': 'Files lost most of their strings',
  'manage.alert_SuspiciousFile_do':
    'They were not read, so nothing changed here. Fix them in the repository, or accept them as they are.',
  'manage.alert_since': 'since {{when}}',
  'manage.alert_task': 'A background task failed: {{why}}',
} as const
