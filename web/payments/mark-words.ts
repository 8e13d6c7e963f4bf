/** The words of the mark, apart from those of paying: the mark stands on every page. */
export const markWords = { 'pay.test.mark': 'Test payments' } as const
