export const numberMessages = {
  'number.amount': { fixed: 'Enter an amount such as 46.50' },
  'number.whole': { fixed: 'Enter a whole number such as 45' },
  'number.coordinate': { fixed: 'Enter degrees such as 51.545 or -0.055' },
}
