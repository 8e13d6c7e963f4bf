/** What somebody chose at the cookie banner. */
export const cookieChoices = ['accepted', 'necessary'] as const

/** Where the browser keeps the cookie choice. */
export const consentKey = 'cookieConsent'

/**
 * Marks the page before anything is drawn when the choice has been made, so that the banner, which every page carries, never flashes; where none has, the choice is pending.
 * Written into each page; the server names it by hash in the content policy.
 */
export const consentScript = `try{var c=localStorage.getItem('${consentKey}');if(c==='accepted'||c==='necessary')document.documentElement.dataset.consent=c;else if(c===null)localStorage.setItem('${consentKey}','pending')}catch(e){}`
