// Loaded into every test process (test/run.ts): property tests draw the same values in every run of a seed.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.PARLANCE_TEST_SEED) })
