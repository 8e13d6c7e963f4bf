export { seatsAlone } from './seated.ts'
