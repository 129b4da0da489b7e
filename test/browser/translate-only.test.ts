import './translate.suite.ts'
