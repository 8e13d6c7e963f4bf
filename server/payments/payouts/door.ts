export { earnedMonths } from './earned-months.ts'
