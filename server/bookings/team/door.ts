export { doTeamAct, previewTeamAct } from './act-of-team.ts'
export { goodwillOf } from './give-goodwill.ts'
