import { formatCheck } from './format-check.ts'
import { cSyntax } from './printf.ts'

export const perlFormat = formatCheck({
  id: 'perl_format',
  name: 'Perl format',
  description: 'The Perl placeholders (%s, %1$d) of source and translation differ.',
  flag: 'perl-format',
  syntax: cSyntax,
})
