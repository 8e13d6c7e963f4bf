import { calls } from 'virtual:primp/signed-in-calls'
import { knowCalls } from './browser.ts'

// Imported by whatever is for people who are signed in: from then on the client knows their calls.
knowCalls(calls)
