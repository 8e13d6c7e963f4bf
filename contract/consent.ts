export const cookieChoices = ['accepted', 'necessary'] as const

export const consentKey = 'cookieConsent'

/**
 * Inlined into each page: marks it before the first render if a cookie choice exists, so that the banner never flashes.
 * The Content-Security-Policy header lists its hash.
 */
export const consentScript = `for(let n of['localStorage','sessionStorage'])try{window[n].getItem(n)}catch(e){let m=new Map;Object.defineProperty(window,n,{configurable:true,value:{getItem:k=>m.get(k)??null,setItem:(k,v)=>{m.set(k,String(v))},removeItem:k=>{m.delete(k)}}})}
try{var c=localStorage.getItem('${consentKey}');if(c==='accepted'||c==='necessary')document.documentElement.dataset.consent=c;else if(c===null)localStorage.setItem('${consentKey}','pending')}catch(e){}`
