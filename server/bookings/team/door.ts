export { doTeamAct, previewTeamAct } from './act-of-team.ts'
export { changeFor, moveFor } from './move-for-team.ts'
export { goodwillOf } from './give-goodwill.ts'
