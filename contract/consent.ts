export const cookieChoices = ['accepted', 'necessary'] as const

/** Key of the cookie choice in browser storage. */
export const consentKey = 'cookieConsent'

/**
 * Marks the page before the first render if the cookie choice exists, so that the banner in the cached page never
 * flashes; otherwise the choice is pending. Inlined into each page; the Content-Security-Policy header lists its hash.
 */
export const consentScript = `for(let n of['localStorage','sessionStorage'])try{window[n].getItem(n)}catch(e){let m=new Map;Object.defineProperty(window,n,{configurable:true,value:{getItem:k=>m.get(k)??null,setItem:(k,v)=>{m.set(k,String(v))},removeItem:k=>{m.delete(k)}}})}
try{var c=localStorage.getItem('${consentKey}');if(c==='accepted'||c==='necessary')document.documentElement.dataset.consent=c;else if(c===null)localStorage.setItem('${consentKey}','pending')}catch(e){}`
