import '/work/wt/g/test/browser/manage.suite.ts'
