export { sendAgain } from './send-again.ts'
export { textBudgetKey, textsToday, usualTextBudget } from './text-budget.ts'
export { writeCodeText } from './write-code-text.ts'
export { givenUpLately } from './given-up-lately.ts'
