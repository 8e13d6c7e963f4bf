import { didNotStart, start } from './start.ts'

start().catch(didNotStart)
