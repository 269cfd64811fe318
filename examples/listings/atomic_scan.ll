define amdgpu_kernel void @add(i32 addrspace(1)* %p) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %old = atomicrmw add i32 addrspace(1)* %p, i32 %t syncscope("agent") acq_rel
  %at = getelementptr i32, i32 addrspace(1)* %p, i32 %t
  store i32 %old, i32 addrspace(1)* %at
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
