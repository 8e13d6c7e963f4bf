/** The id of what loads the site's script, on pages where that waits for the first touch. */
export const lateScriptId = 'late-script'

/** Told to the window once the page runs. */
export const runsEvent = 'primp:runs'

/**
 * On a page to be read nothing is loaded until somebody turns to a control, or is signed in: then the page starts to run, and the first press is done once it does.
 * Written into the page, before anything of the site is there.
 */
export const lateScript = `(function(){
var started, runs, pressed, doc = document
function load(){var late=doc.getElementById('${lateScriptId}'),now=doc.createElement('script');if(!late)return;now.type='module';now.textContent=late.textContent;doc.head.append(now)}
function start(){if(started)return;started=1;doc.readyState==='loading'?addEventListener('DOMContentLoaded',load):load()}
function known(){try{var l=localStorage,s=sessionStorage;if(l.getItem('primpSession')||s.getItem('primpActing')||(l.getItem('cookieConsent')==='accepted'&&!s.getItem('landingPage')))start()}catch(e){}}
function control(e){return e.target.closest&&e.target.closest('button,input,select,textarea')}
function near(e){if(control(e))start()}
known()
addEventListener('storage',known)
addEventListener('pageshow',function(e){if(e.persisted)known()})
addEventListener('keydown',start)
addEventListener('pointerover',near,{passive:true})
addEventListener('pointerdown',near,{passive:true})
addEventListener('focusin',near)
addEventListener('click',function(e){var it=!runs&&control(e);if(it&&it.tagName==='BUTTON'&&it.type!=='submit'){start();pressed=it}},true)
addEventListener('${runsEvent}',function(){runs=1;if(pressed&&pressed.isConnected)pressed.click();pressed=null})
})()`
