export { keepReserved, letGoReserved } from './keep-reserved.ts'
