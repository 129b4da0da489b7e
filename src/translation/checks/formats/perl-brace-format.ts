import { byPattern, formatCheck } from './format-check.ts'

export const perlBraceFormat = formatCheck({
  id: 'perl_brace_format',
  name: 'Perl brace format',
  description: 'The Perl placeholders ({name}) of source and translation differ.',
  flag: 'perl-brace-format',
  syntax: { find: byPattern(/\{\w+\}/g) },
})
