declare module 'virtual:messages/fr' {
  const translations: import('#contract/i18n/language.ts').Translations
  export default translations
}
