const find=document.getElementById('find'),missing=document.getElementById('missing');
const files=[...document.querySelectorAll('details.file')];
function each(choose){for(const file of files)if(!file.classList.contains('hidden'))file.open=choose}
function show(){
  const wanted=find.value.trim().toLowerCase();
  for(const file of files){
    const named=file.querySelector('summary').textContent.toLowerCase().includes(wanted);
    let any=false;
    for(const row of file.querySelectorAll('tr')){
      const fits=named||row.textContent.toLowerCase().includes(wanted);
      const lacks=!missing.checked||row.classList.contains('miss')||row.classList.contains('part');
      row.classList.toggle('hidden',!(fits&&lacks));
      any=any||(fits&&lacks);
    }
    file.classList.toggle('hidden',!any||(missing.checked&&file.dataset.missing==='0'));
  }
  for(const row of document.querySelectorAll('.list tr'))
    row.classList.toggle('hidden',!row.textContent.toLowerCase().includes(wanted)
      ||(missing.checked&&row.classList.contains('hit')));
}
function jump(){
  const row=location.hash&&document.getElementById(location.hash.slice(1));
  if(!row)return;
  const file=row.closest('details');
  if(file)file.open=true;
  row.classList.remove('hidden');
  row.scrollIntoView({block:'center'});
}
let waiting;
find.addEventListener('input',()=>{clearTimeout(waiting);waiting=setTimeout(show,150)});
missing.addEventListener('change',show);
document.getElementById('open').addEventListener('click',()=>each(true));
document.getElementById('close').addEventListener('click',()=>each(false));
window.addEventListener('hashchange',jump);
jump();
