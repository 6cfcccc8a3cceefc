/** Filters, copies, and opens the target of a link. The report is readable without it. */
export const SCRIPT = `
(function(){
var rows=[].slice.call(document.querySelectorAll('.row'));
var words;
var find=document.getElementById('find'),count=document.getElementById('count'),nothing=document.getElementById('nothing');
function pressed(name){return [].slice.call(document.querySelectorAll('[data-'+name+'][aria-pressed=true]')).map(function(b){return b.dataset[name]})}
function apply(){
  var text=find.value.trim().toLowerCase(),verdicts=pressed('verdict'),levels=pressed('level'),severities=pressed('severity'),shown=0;
  if(text&&!words)words=rows.map(function(row){return row.textContent.toLowerCase()});
  rows.forEach(function(row,at){
    var fits=(!text||words[at].indexOf(text)>=0)&&(!verdicts.length||verdicts.indexOf(row.dataset.verdict)>=0)&&(!levels.length||levels.indexOf(row.dataset.level)>=0)&&(!severities.length||severities.indexOf(row.dataset.severity)>=0);
    row.hidden=!fits;if(fits)shown++;
  });
  count.textContent=shown===rows.length?rows.length+' checks':shown+' of '+rows.length+' checks';
  nothing.hidden=shown>0;
}
function open(){
  var target=location.hash.length>1&&document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if(!target)return;
  if(target.hidden){find.value='';document.querySelectorAll('[aria-pressed=true]').forEach(function(b){b.setAttribute('aria-pressed','false')});apply()}
  if(target.tagName==='DETAILS'){target.open=true;target.querySelector('summary').focus()}
  target.scrollIntoView();
}
document.querySelectorAll('.chip').forEach(function(chip){
  chip.addEventListener('click',function(){chip.setAttribute('aria-pressed',String(chip.getAttribute('aria-pressed')!=='true'));apply()});
});
document.querySelectorAll('[data-copy]').forEach(function(button){
  button.addEventListener('click',function(){
    var text=button.nextElementSibling.textContent,status=document.getElementById('status');
    function done(){button.textContent='Copied';status.textContent='Copied';setTimeout(function(){button.textContent='Copy'},1500)}
    function select(){var range=document.createRange();range.selectNodeContents(button.nextElementSibling);var s=getSelection();s.removeAllRanges();s.addRange(range);try{if(document.execCommand('copy'))done()}catch(e){status.textContent='Selected: copy it with the keyboard'}}
    if(navigator.clipboard)navigator.clipboard.writeText(text).then(done,select);else select();
  });
});
find.addEventListener('input',apply);
find.form.addEventListener('submit',function(e){e.preventDefault()});
document.addEventListener('keydown',function(e){
  if(e.key==='/'&&!/INPUT|TEXTAREA/.test(document.activeElement.tagName)){e.preventDefault();find.focus()}
  if(e.key==='Escape'&&document.activeElement===find){find.value='';apply()}
});
addEventListener('hashchange',open);
open();
})();
`;
