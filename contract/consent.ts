/** What somebody chose at the cookie banner. */
export const cookieChoices = ['accepted', 'necessary'] as const

/** Where the browser keeps the cookie choice. */
export const consentKey = 'cookieConsent'

/**
 * Marks the page before anything is drawn when the choice has been made, so that the banner, which every page carries, never flashes; where none has, the choice is pending.
 * Written into each page; the server names it by hash in the content policy.
 */
export const consentScript = `for(let n of['localStorage','sessionStorage'])try{window[n].getItem(n)}catch(e){let m=new Map;Object.defineProperty(window,n,{configurable:true,value:{getItem:k=>m.get(k)??null,setItem:(k,v)=>{m.set(k,String(v))},removeItem:k=>{m.delete(k)}}})}
try{var c=localStorage.getItem('${consentKey}');if(c==='accepted'||c==='necessary')document.documentElement.dataset.consent=c;else if(c===null)localStorage.setItem('${consentKey}','pending')}catch(e){}`
