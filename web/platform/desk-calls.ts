import { calls } from 'virtual:primp/desk-calls'
import { knowCalls } from './browser.ts'

// Imported by whatever loads a page for providers or operators: from then on the client knows their calls.
knowCalls(calls)
