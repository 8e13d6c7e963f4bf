export { handPartOn } from './team-up-queries.ts'
export { ownTeam, type OwnTeam } from './show-team.ts'
